import { type ImportFormat, importFormats } from '../../../api/vocabulary.ts'
import { WardenError } from '../../../shared/errors.ts'
import type { FeedFile, FormatReader } from '../formats/format.ts'
import { formatOf } from '../formats/index.ts'
import type { FeedOrigin } from './open-feed.ts'
import { ImportTally, isMisread } from './tally.ts'

/** Characters of a feed's first file that other formats are tried on. */
const HEAD_LENGTH = 64 * 1024

/** Keeps the head of the first file that passes through, to find out which format it has. */
export class FeedHead {
  #file: FeedFile | undefined
  #text = ''

  /** The same file; what is read of the first one is kept. */
  watch(file: FeedFile): FeedFile {
    if (this.#file) return file
    this.#file = file
    return { ...file, text: this.#keep(file.text) }
  }

  async *#keep(text: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const piece of text) {
      if (this.#text.length < HEAD_LENGTH) this.#text += piece.slice(0, HEAD_LENGTH - this.#text.length)
      yield piece
    }
  }

  /** Names of the other formats that the head can be read as. */
  async fittingFormats(tried: ImportFormat): Promise<ImportFormat[]> {
    const fitting: ImportFormat[] = []
    for (const name of importFormats) if (name !== tried && (await this.#fits(formatOf(name)))) fitting.push(name)
    return fitting
  }

  async #fits(format: FormatReader<unknown>): Promise<boolean> {
    const { path = '', chainIds } = this.#file ?? {}
    const tally = new ImportTally()
    try {
      for await (const rows of format.read({ path, chainIds, text: once(this.#text) }))
        for (const row of rows) tally.add(row)
    } catch (error) {
      // The head may end within a row: rows before that count.
      if (!(error instanceof WardenError)) throw error
    }
    return tally.kept > 0 && !isMisread(tally)
  }
}

/** The same error, naming the format that fits. */
export async function withFittingFormat(
  error: unknown,
  head: FeedHead,
  { format, origin }: { readonly format: ImportFormat; readonly origin: FeedOrigin },
): Promise<unknown> {
  if (!(error instanceof WardenError) || !['not-this-format', 'empty-feed'].includes(error.code)) return error
  const fitting = await head.fittingFormats(format)
  const [only] = fitting
  if (only === undefined) return error
  const { kind, code, message, details } = error
  return new WardenError({
    kind,
    code,
    message,
    details: [...details, `It can be read as ${fitting.join(' or ')}.`],
    parameters: fitting.length === 1 ? { format: only, ...(origin.kind === 'path' && { file: origin.path }) } : {},
  })
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}
