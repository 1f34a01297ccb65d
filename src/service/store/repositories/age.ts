/** Age limit (ms). */
export interface Age {
  /** No activity at or after this time. */
  readonly before: number
  readonly now: number
}
