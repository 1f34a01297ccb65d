/** By code unit: independent of the locale. */
export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
