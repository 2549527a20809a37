// Clock and power of the GPU while something runs, by the driver's management library (NVML).
#pragma once

#include <dlfcn.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "common.cuh"

// Means over the samples.
struct Reading {
  double clock_mhz = 0, watts = 0, capped = 0;  // capped: how often power held the clock down
  int celsius = 0;
};

// Reads every 10 ms in its own thread. It declares what it needs of NVML itself, because some
// toolkits lack the header.
class Meter {
 public:
  Meter() {
    void* library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
    REQUIRE(library, "no libnvidia-ml.so.1");
    const auto find = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
      REQUIRE(function, name);
    };
    int (*init)();
    int (*device)(unsigned, void**);
    find(init, "nvmlInit_v2");
    find(device, "nvmlDeviceGetHandleByIndex_v2");
    find(clock_, "nvmlDeviceGetClockInfo");
    find(fields_, "nvmlDeviceGetFieldValues");
    find(reasons_, "nvmlDeviceGetCurrentClocksThrottleReasons");
    find(limit_, "nvmlDeviceGetEnforcedPowerLimit");
    find(heat_, "nvmlDeviceGetTemperature");
    REQUIRE(init() == 0 && device(0, &device_) == 0, "NVML has no device");
  }

  double limit_watts() const {
    unsigned milliwatts = 0;
    REQUIRE(limit_(device_, &milliwatts) == 0, "no power limit");
    return milliwatts / 1000.;
  }

  // What the meter read while `act()` ran, without the first third, in which clocks settle.
  template <typename Act>
  Reading during(Act act) {
    std::vector<Reading> samples;
    std::atomic<bool> over = false;
    std::thread reader([&] {
      while (!over) {
        samples.push_back(sample());
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    });
    act();
    over = true;
    reader.join();
    const size_t first = samples.size() / 3, count = samples.size() - first;
    Reading mean;
    for (size_t i = first; i < samples.size(); ++i) {
      mean.clock_mhz += samples[i].clock_mhz / count;
      mean.watts += samples[i].watts / count;
      mean.capped += samples[i].capped / count;
    }
    mean.celsius = samples.back().celsius;
    return mean;
  }

 private:
  struct FieldValue {
    unsigned field, scope;
    long long timestamp, latency;
    int type, status;
    union {
      unsigned number;
      unsigned long long bits;
    } value;
  };

  Reading sample() const {
    constexpr unsigned kPowerNow = 186, kMultiprocessors = 1;
    constexpr unsigned long long kPowerCap = 4;
    FieldValue power{};
    power.field = kPowerNow;
    unsigned mhz = 0, celsius = 0;
    unsigned long long reasons = 0;
    REQUIRE(clock_(device_, kMultiprocessors, &mhz) == 0, "no clock");
    REQUIRE(fields_(device_, 1, &power) == 0 && power.status == 0, "no power");
    REQUIRE(reasons_(device_, &reasons) == 0, "no reasons");
    REQUIRE(heat_(device_, 0, &celsius) == 0, "no temperature");
    return {static_cast<double>(mhz), power.value.number / 1000., reasons & kPowerCap ? 1. : 0.,
            static_cast<int>(celsius)};
  }

  void* device_ = nullptr;
  int (*clock_)(void*, unsigned, unsigned*);
  int (*fields_)(void*, int, FieldValue*);
  int (*reasons_)(void*, unsigned long long*);
  int (*limit_)(void*, unsigned*);
  int (*heat_)(void*, unsigned, unsigned*);
};
