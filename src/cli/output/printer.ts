import { WardenError } from '../../shared/errors.ts'
import type { OutputFormat } from '../globals.ts'
import type { Output } from '../io.ts'
import { usageError } from '../usage.ts'
import { cellText, checkFields, pickFields, tsvCell } from './fields.ts'
import { type Paint, plainPaint } from './paint.ts'
import type { RowStream } from './stream-rows.ts'
import { escapedJson, safeLines, safeOutput, safePainted, safeValue } from './terminal-text.ts'
import { type Column, columnValue, type View } from './view.ts'
import { wrapSentence } from './words.ts'

export interface PrinterOptions {
  readonly stdout: Output
  /** As asked for; undefined: table on a terminal, TSV into a pipe. */
  readonly format: OutputFormat | undefined
  readonly fields: readonly string[] | undefined
  /** What a jq program makes of what would be printed as JSON; undefined: no output. */
  readonly jq?: ((value: unknown) => Promise<string | undefined>) | undefined
  readonly paint: () => Promise<Paint>
  /** Nothing is left out of tables, as off a terminal. */
  readonly wide: boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** For long lists; false when it did not show the text. */
  readonly page?: ((text: string) => Promise<boolean>) | undefined
}

/** Puts answers on stdout in the format that was asked for. */
export class Printer {
  readonly #options: PrinterOptions
  /** Documents of several steps, waiting to be printed as one list; a CSV header is printed once. */
  #gathered: { readonly documents: unknown[]; headerPrinted: boolean } | undefined

  constructor(options: PrinterOptions) {
    this.#options = options
  }

  /** Whether a person reads along: only then sentences are printed instead of values. */
  get isForPeople(): boolean {
    return this.#format === 'table'
  }

  get isJson(): boolean {
    return this.#format === 'json'
  }

  /** Rows and nothing about them: neither json nor yaml, which have the whole answer. */
  get isRowsOnly(): boolean {
    return this.#format !== 'json' && this.#format !== 'yaml'
  }

  get #format(): OutputFormat {
    return this.#options.format ?? (this.#options.stdout.isTTY ? 'table' : 'tsv')
  }

  /**
   * A list. `body` is the operation's own answer; `rows` are the parts of it that are listed, and `withRows` puts
   * others in their place (for `--fields`).
   */
  async list<Row>(
    body: unknown,
    rows: readonly Row[],
    view: View<Row>,
    more: { empty: string; withRows: (rows: readonly unknown[]) => unknown },
  ): Promise<void> {
    const { fields } = this.#options
    if (fields) checkFields(rows, fields)
    const picked = fields ? rows.map((row) => pickFields(row, fields)) : rows
    const columns = fields ? fields.map((field) => ({ field, header: field.toUpperCase() })) : view.columns
    switch (this.#format) {
      case 'json':
        return this.#json(fields ? more.withRows(picked) : body)
      case 'yaml':
        return this.#yaml(fields ? more.withRows(picked) : body)
      case 'ndjson':
        return this.#writeJson(picked.map((row) => `${JSON.stringify(row)}\n`).join(''))
      case 'csv':
        return this.#csv(rows, columns)
      case 'tsv':
        return this.#write(rows.map((row) => tsvLine(row, columns)).join(''))
      case 'table': {
        if (rows.length === 0) return this.#write(`${more.empty}\n`)
        const text = await this.#table(rows, columns)
        if (await this.#options.page?.(text)) return
        return this.#options.stdout.write(text)
      }
    }
  }

  /** A list of any length, printed as its rows come. Only a jq program needs all of them at once. */
  async stream<Row>(view: View<Row>): Promise<RowStream<Row>> {
    const { fields, paint, jq } = this.#options
    if (jq !== undefined) {
      const all: Row[] = []
      return { print: async (rows) => void all.push(...rows), end: () => this.#json(all) }
    }
    const { streamRows } = await import('./stream-rows.ts')
    const format = this.#format
    const write = async (text: string) => {
      if (format === 'table') return this.#writePainted(text, await paint())
      return format === 'json' || format === 'ndjson' ? this.#writeJson(text) : this.#write(text)
    }
    return streamRows({ format, columns: view.columns, fields, paint, write })
  }

  async #table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Promise<string> {
    const { renderRows } = await import('./table.ts')
    const { stdout, fields, wide, now } = this.#options
    const paint = await this.#options.paint()
    // Fields are chosen: none of them is dropped.
    const isWide = wide || fields !== undefined || !stdout.isTTY
    return cleaned(renderRows(rows, { columns }, { paint, width: this.#width, wide: isWide, now: now() }), paint)
  }

  /** One thing. `card` replaces the plain lines of the view for people; it gets the body without control characters. */
  async record<Row>(
    body: Row,
    view: View<Row>,
    card?: (body: Row, paint: Paint, width: number) => string,
  ): Promise<void> {
    const { fields } = this.#options
    if (fields) checkFields([body], fields)
    const picked = fields ? pickFields(body, fields) : body
    const columns = fields ? fields.map((field) => ({ field, header: field.toUpperCase() })) : view.columns
    switch (this.#format) {
      case 'json':
        return this.#json(picked)
      case 'yaml':
        return this.#yaml(picked)
      case 'ndjson':
        return this.#writeJson(`${JSON.stringify(picked)}\n`)
      case 'csv':
        return this.#csv([body], columns)
      case 'tsv':
        return this.#write(tsvLine(body, columns))
      case 'table': {
        const paint = await this.#options.paint()
        if (card && !fields) return this.#writePainted(card(safeValue(body), paint, this.#width), paint)
        const { renderCard } = await import('./table.ts')
        return this.#writePainted(renderCard(body, (fields ? { columns } : view) as View<Row>, paint), paint)
      }
    }
  }

  /**
   * Something was done: a sentence for people, or a card, and the answer for everyone else. It may hold what is shown
   * this once, so a field or a program that does not fit it costs nothing: the whole is printed before that is said.
   */
  async done<Row>(
    body: Row,
    view: View<Row>,
    sentence: string | ((body: Row, paint: Paint, width: number) => string),
  ): Promise<void> {
    const lineWidth = this.#options.stdout.isTTY ? this.#width : Number.POSITIVE_INFINITY
    const card = (safe: Row, paint: Paint, width: number) =>
      typeof sentence === 'string' ? doneText(sentence, paint, lineWidth) : sentence(safe, paint, width)
    await this.#orInFull(body, () => this.record(body, view, card))
  }

  async #orInFull(body: unknown, print: () => Promise<void>): Promise<void> {
    try {
      await print()
    } catch (error) {
      if (!(error instanceof WardenError && error.kind === 'usage')) throw error
      if (this.#gathered) this.#gathered.documents.push(body)
      else await this.#writeJson(`${JSON.stringify(body, undefined, 2)}\n`)
      throw usageError(error.message, {
        details: [...error.details, 'It was done all the same, and the whole answer is on stdout.'],
      })
    }
  }

  /** A document without columns: YAML or one line where that was asked for, otherwise JSON. */
  async document(body: unknown): Promise<void> {
    const { fields } = this.#options
    const picked = fields ? pickFields(body, fields) : body
    if (this.#format === 'yaml') return this.#yaml(picked)
    if (this.#format === 'ndjson') return this.#writeJson(`${JSON.stringify(picked ?? null)}\n`)
    return this.#json(picked)
  }

  /** What `work` prints comes out as one JSON or YAML list, one CSV table: several steps, one document. */
  async asOneList(work: () => Promise<void>): Promise<void> {
    const gathered = { documents: [], headerPrinted: false }
    this.#gathered = gathered
    try {
      await work()
    } finally {
      this.#gathered = undefined
      const { documents } = gathered
      if (documents.length > 0)
        await this.#orInFull(documents, () => (this.#format === 'yaml' ? this.#yaml(documents) : this.#json(documents)))
    }
  }

  /** Text that is the answer as it stands, in every format. */
  async text(text: string): Promise<void> {
    await this.#write(text.endsWith('\n') ? text : `${text}\n`)
  }

  async #json(value: unknown): Promise<void> {
    if (this.#gathered) return void this.#gathered.documents.push(value)
    // Nothing to say is said as null, so that every JSON consumer gets a document.
    if (this.#options.jq === undefined) return this.#writeJson(`${JSON.stringify(value ?? null, undefined, 2)}\n`)
    const made = await this.#options.jq(value ?? null)
    if (made !== undefined) await this.#write(`${made}\n`)
  }

  async #yaml(value: unknown): Promise<void> {
    if (this.#gathered) return void this.#gathered.documents.push(value)
    const { stringify } = await import('yaml')
    await this.#write(stringify(value ?? null))
  }

  async #csv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Promise<void> {
    const { stringify } = await import('csv-stringify/sync')
    const header = this.#gathered?.headerPrinted ? [] : [columns.map(({ field }) => field)]
    if (this.#gathered) this.#gathered.headerPrinted = true
    const lines = rows.map((row) => columns.map((column) => safeOutput(cellText(columnValue(row, column)))))
    // escape_formulas: a cell that starts with = + - @ would be run by a spreadsheet.
    await this.#write(stringify([...header, ...lines], { escape_formulas: true }))
  }

  /** JSON loses nothing on a terminal: what could control it is written as an escape, the value stays the same. */
  async #writeJson(text: string): Promise<void> {
    await this.#write(this.#options.stdout.isTTY ? escapedJson(text) : text)
  }

  async #write(text: string): Promise<void> {
    await this.#options.stdout.write(this.#options.stdout.isTTY ? safeOutput(text) : text)
  }

  async #writePainted(text: string, paint: Paint): Promise<void> {
    await this.#options.stdout.write(cleaned(text, paint))
  }

  get #width(): number {
    return this.#options.stdout.columns ?? 80
  }
}

/** Tables and cards clean their cells; a sentence put together around them is cleaned here. */
function cleaned(text: string, paint: Paint): string {
  return paint === plainPaint ? safeOutput(text) : safePainted(text)
}

/** Lines break between words, and keep their indentation. */
function doneText(sentence: string, paint: Paint, width: number): string {
  const [first = '', ...rest] = safeLines(sentence).split('\n')
  const [head = '', ...more] = wrapSentence(first, width - 2)
  const below = rest.flatMap((line) => {
    const [indent = ''] = line.match(/^ */) ?? []
    return wrapSentence(line.slice(indent.length), width - indent.length).map((each) => indent + each)
  })
  return `${[`${paint.good('✓')} ${head}`, ...more.map((line) => `  ${line}`), ...below].join('\n')}\n`
}

/** Without header, colour or truncation. */
function tsvLine<Row>(row: Row, columns: readonly Column<Row>[]): string {
  return `${columns.map((column) => tsvCell(cellText(columnValue(row, column)))).join('\t')}\n`
}
