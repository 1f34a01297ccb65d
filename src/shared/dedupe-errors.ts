/** Reports each kind of error once until it is reset: a loop meets the same error several times a second. */
export class ErrorReporter {
  readonly #report: (error: unknown) => void
  readonly #kindOf: (error: unknown) => string
  readonly #reported = new Set<string>()

  constructor(report: (error: unknown) => void, kindOf = nameAndCodeOf) {
    this.#report = report
    this.#kindOf = kindOf
  }

  report(error: unknown): void {
    const kind = this.#kindOf(error)
    if (this.#reported.has(kind)) return
    this.#reported.add(kind)
    this.#report(error)
  }

  reset(): void {
    this.#reported.clear()
  }
}

function nameAndCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code = 'errcode' in error ? error.errcode : 'code' in error ? error.code : ''
  return `${error.name} ${code}`
}
