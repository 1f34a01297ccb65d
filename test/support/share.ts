import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** One of so many examples runs; absent: all. */
    readonly share?: number
  }
}

/**
 * Files that end with `.large.test.ts` run twice: with some of their examples in `npm test`, with all in `npm run test:system`.
 */
const share = inject('share') ?? 1

/** Some of the rows in `npm test`, always the same ones. */
export function sample<Row>(rows: readonly Row[]): Row[] {
  return rows.filter((_, index) => index % share === 0)
}

/** Number of examples of a property. */
export function runs(all: number): number {
  return Math.ceil(all / share)
}
