import { refusal, type WardenError } from '../../../../shared/errors.ts'

export const STILL_IN_FORCE = 'Nothing was imported; the previous snapshot stays active.'

/** @param fault a phrase, such as "not a YAML list" */
export function notThisFormat(fault: string, details: readonly string[] = []): WardenError {
  return refusal('not-this-format', `wrong format: ${fault}`, { details: [...details, STILL_IN_FORCE] })
}

/** The text of a small file. @param most 1024 characters @throws WardenError `not-this-format` for a longer one */
export async function wholeText(text: AsyncIterable<string>, most: number): Promise<string> {
  let whole = ''
  for await (const piece of text) {
    whole += piece
    if (whole.length > most * 1024) throw notThisFormat(`the file is larger than ${most} KiB`)
  }
  return whole
}
