"""The project's generator (core/random.hpp) in Python, so that recorded inputs can be made again in C++."""
MASK = (1 << 64) - 1


class Random:
    def __init__(self, seed: int):
        self.state = seed & MASK

    def next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return z ^ z >> 31

    def below(self, bound: int) -> int:
        """Uniform in 0…bound − 1, bound at most 2³² − 1."""
        rejected = ((1 << 32) - bound) % bound
        while True:
            product = (self.next() >> 32) * bound
            if product & 0xFFFFFFFF >= rejected:
                return product >> 32

    def unit(self) -> float:
        """Uniform in [0, 1), in steps of 2⁻⁵³."""
        return (self.next() >> 11) * 2.0**-53

    def bell(self) -> float:
        """Nearly normal, mean 0, variance 1: twelve draws of unit() in a row, summed, minus 6."""
        return sum(self.unit() for _ in range(12)) - 6
