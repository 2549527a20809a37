/** The middle one; the larger of two. NaN of none. @param {number[]} values */
export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
