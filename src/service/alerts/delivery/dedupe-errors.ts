/** Reports each kind of failure once, until it is forgotten: what fails four times a second would fill a log. */
export function dedupeErrors(report: (error: unknown) => void): { report(error: unknown): void; forget(): void } {
  const told = new Set<string>()
  return {
    report(error) {
      const kind = kindOf(error)
      if (told.has(kind)) return
      told.add(kind)
      report(error)
    },
    forget: () => told.clear(),
  }
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code = 'errcode' in error ? error.errcode : 'code' in error ? error.code : ''
  return `${error.name} ${code}`
}
