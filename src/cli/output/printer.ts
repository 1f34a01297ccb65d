/** Room: Tables, cards and JSON on stdout; colors, times and widths. */

import type { RequestPreview } from '../../client/requests/preview-request.ts'
import { WardenError } from '../../shared/errors.ts'
import { usageError } from '../errors/usage.ts'
import type { OutputStream } from '../io.ts'
import type { OutputFormat } from '../program/globals.ts'
import { checkFields, pickFields } from './fields.ts'
import { type Paint, plainPaint } from './paint.ts'
import type { RowStream } from './stream-rows.ts'
import { escapedJson, safeOutput, safePainted, safeText, safeValue } from './terminal-text.ts'
import type { TimeZone } from './time-zone.ts'
import { type Column, columnsOf, csvWriter, plainCells, shownRow, tsvLine, type View, yamlStyle } from './view.ts'
import type { FindNames } from './with-names.ts'
import { wrapNotice, wrapSentence } from './words.ts'

export interface PrinterOptions {
  readonly stdout: OutputStream
  /** When absent: table on a terminal, TSV in a pipe. */
  readonly format: OutputFormat | undefined
  readonly fields: readonly string[] | undefined
  /** JSON as the service sent it: without the verdict and the envelope that the printer adds. */
  readonly raw?: boolean | undefined
  /** Runs the --jq program on the JSON document; resolves to undefined when it prints nothing. */
  readonly jq?: ((value: unknown) => Promise<string | undefined>) | undefined
  readonly paint: () => Promise<Paint>
  /** Print all columns and whole values in tables, as in a pipe. */
  readonly wide: boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Time zone of absolute times in tables and cards. */
  readonly zone: () => TimeZone
  /** Names of the addresses in a table, for people. */
  readonly namesOf?: FindNames | undefined
  /** Shows a long list in the pager; false when it did not. */
  readonly page?: ((text: string) => Promise<boolean>) | undefined
}

/** What people see of a body. */
type Card<Body> = (body: Body, paint: Paint, width: number) => string

interface ListOptions<Body> {
  /** Text for people when the list has no rows. */
  readonly empty: string
  /** In place of the table, where no fields are selected. */
  readonly card?: Card<Body>
  /** The members of the response that have the rows; default `content`. */
  readonly members?: readonly string[]
  /**
   * The response is one thing with parts, no list: JSON and YAML print it as it is, or with --fields what this makes of the
   * rows.
   */
  readonly asRecord?: (rows: readonly unknown[]) => unknown
}

/** What formats print that show more than rows. */
interface Shapes<Row> {
  /** As JSON and YAML, of the rows with the selected fields. */
  document(picked: readonly unknown[]): unknown
  people(columns: readonly Column<Row>[]): Promise<void>
}

/** Prints results on stdout in the selected format. */
export class Printer {
  readonly #options: PrinterOptions
  /** Documents of several steps, collected to be printed as one list; a CSV header is printed once. */
  #gathered: { readonly documents: unknown[]; headerPrinted: boolean } | undefined

  constructor(options: PrinterOptions) {
    this.#options = options
  }

  /** Whether output is for people: sentences and tables instead of values. */
  get isForPeople(): boolean {
    return this.#format === 'table'
  }

  get isJson(): boolean {
    return this.#format === 'json'
  }

  /** Whether only the columns of the view are printed, without the rest of the response. */
  get isColumnsOnly(): boolean {
    return this.#format === 'tsv' || this.#format === 'csv'
  }

  /** Whether only rows are printed; json and yaml print the whole response. */
  get isRowsOnly(): boolean {
    return this.#format !== 'json' && this.#format !== 'yaml'
  }

  get #format(): OutputFormat {
    return this.#options.format ?? (this.#options.stdout.isTTY ? 'table' : 'tsv')
  }

  /** Prints a list. `body` is the response, and `given` are its listed parts. */
  async list<Row, Body>(body: Body, given: readonly Row[], view: View<Row>, more: ListOptions<Body>): Promise<void> {
    const { raw, fields } = this.#options
    const rows = raw ? given : given.map((row) => shownRow(row, view))
    await this.#print(rows, view, {
      document: (picked) => this.#listed(body, picked, more),
      people: async (columns) => {
        if (more.card && !fields) return this.#card(body, more.card)
        if (rows.length === 0)
          return this.#write(`${this.#options.stdout.isTTY ? wrapNotice(more.empty, this.#width) : more.empty}\n`)
        const text = await this.#table(rows, columns)
        if (!(await this.#options.page?.(text))) await this.#options.stdout.write(text)
      },
    })
  }

  async #print<Row>(rows: readonly Row[], view: View<Row>, { document, people }: Shapes<Row>): Promise<void> {
    const { fields } = this.#options
    if (fields) checkFields(rows, fields, view.optional)
    const picked = fields ? rows.map((row) => pickFields(row, fields)) : rows
    const columns = columnsOf(view, fields)
    switch (this.#format) {
      case 'json':
        return this.#json(document(picked))
      case 'yaml':
        return this.#yaml(document(picked))
      case 'ndjson':
        return this.#writeJson(picked.map((row) => `${JSON.stringify(row)}\n`).join(''))
      case 'csv':
        return this.#csv(rows, columns)
      case 'tsv':
        return this.#write(rows.map((row) => (view.isCounts && !fields ? countLines : tsvLine)(row, columns)).join(''))
      case 'table':
        return people(columns)
    }
  }

  /** The document of a list: its rows are in `content`, in front of the other members of the response. */
  #listed(body: unknown, picked: readonly unknown[], { members = ['content'], asRecord }: ListOptions<never>): unknown {
    const { fields, raw } = this.#options
    if (asRecord) return fields ? asRecord(picked) : body
    if (raw && !fields) return body
    if (Array.isArray(body)) return raw ? picked : { content: picked }
    const others = Object.entries(body as object).filter(([name]) => !members.includes(name))
    return { [raw ? String(members[0]) : 'content']: picked, ...Object.fromEntries(others) }
  }

  /** Prints a list that is the whole response. */
  rows<Row>(rows: readonly Row[], view: View<Row>, empty = ''): Promise<void> {
    return this.list(rows, rows, view, { empty })
  }

  /** Prints a list of any length as its rows arrive. Only --jq needs all rows at once. */
  async stream<Row>(view: View<Row>): Promise<RowStream<Row>> {
    const { fields, paint, jq, raw = false, zone } = this.#options
    if (jq !== undefined) {
      const all: Row[] = []
      const listed = () => (raw ? all : { content: all.map((row) => shownRow(row, view)) })
      return { print: async (rows) => void all.push(...rows), end: () => this.#json(listed()) }
    }
    const { streamRows } = await import('./stream-rows.ts')
    const format = this.#format
    const write = async (text: string) => {
      if (format === 'table') return this.#writePainted(text, await paint())
      return format === 'json' || format === 'ndjson' ? this.#writeJson(text) : this.#write(text)
    }
    return streamRows({ format, view, raw, fields, paint, zone, write })
  }

  async #table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Promise<string> {
    const { renderRows } = await import('./table.ts')
    const { stdout, fields, wide, now, zone, namesOf } = this.#options
    const paint = await this.#options.paint()
    // Fields that the user selected are never dropped.
    const isWide = wide || fields !== undefined || !stdout.isTTY
    const options = { paint, width: this.#width, wide: isWide, now: now(), zone: zone() }
    // What is not shown is not asked for.
    const shown = columns.filter(({ importance }) => isWide || importance !== 0)
    const named =
      namesOf && fields === undefined ? await (await import('./with-names.ts')).withNames(rows, shown, namesOf) : shown
    return cleaned(renderRows(rows, { columns: named }, options), paint)
  }

  /** Prints one object. `card` replaces the lines of the view in output for people; its body has no control characters. */
  async record<Row>(given: Row, view: View<Row>, card?: Card<Row>): Promise<void> {
    const { fields, raw, zone } = this.#options
    const body = raw ? given : shownRow(given, view)
    await this.#print([body], view, {
      document: ([picked]) => picked,
      people: async (columns) => {
        if (card && !fields) return this.#card(body, card)
        const { renderCard } = await import('./table.ts')
        const paint = await this.#options.paint()
        await this.#writePainted(renderCard(body, fields ? { columns } : view, paint, zone()), paint)
      },
    })
  }

  async #card<Body>(body: Body, card: Card<Body>): Promise<void> {
    const paint = await this.#options.paint()
    await this.#writePainted(card(safeValue(body), paint, this.#width), paint)
  }

  /**
   * Prints the result of a change: a sentence or a card for people, the body in other formats. The body may hold a secret
   * that is shown only once, so it is printed whole before an error about --fields or --jq.
   */
  async done<Row>(body: Row, view: View<Row>, sentence: string | readonly string[] | Card<Row>): Promise<void> {
    const lineWidth = this.#options.stdout.isTTY ? this.#width : Number.POSITIVE_INFINITY
    const card = (safe: Row, paint: Paint, width: number) =>
      typeof sentence === 'function' ? sentence(safe, paint, width) : doneText(sentence, paint, lineWidth)
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
        details: [...error.details, 'The change was made. The whole response is on stdout.'],
      })
    }
  }

  /** Prints a document without columns: as YAML or NDJSON when selected, otherwise as JSON. */
  async document(body: unknown): Promise<void> {
    const { fields } = this.#options
    const picked = fields ? pickFields(body, fields) : body
    if (this.#format === 'yaml') return this.#yaml(picked)
    if (this.#format === 'ndjson') return this.#writeJson(`${JSON.stringify(picked ?? null)}\n`)
    return this.#json(picked)
  }

  /** Prints a request that was not sent because of --dry-run or --curl. */
  async preview({ reason, request, text }: RequestPreview): Promise<void> {
    await (reason === 'dry-run' && this.isJson ? this.document(request) : this.text(text))
  }

  /** Prints everything that `work` prints as one JSON or YAML list, or one CSV table. */
  async asOneList(work: () => Promise<void>): Promise<void> {
    const gathered = { documents: [], headerPrinted: false }
    this.#gathered = gathered
    try {
      await work()
    } finally {
      this.#gathered = undefined
      const { documents } = gathered
      const body = this.#options.raw ? documents : { content: documents }
      if (documents.length > 0)
        await this.#orInFull(body, () => (this.#format === 'yaml' ? this.#yaml(body) : this.#json(body)))
    }
  }

  /** Prints text unchanged, in every format. */
  async text(text: string): Promise<void> {
    await this.#write(text.endsWith('\n') ? text : `${text}\n`)
  }

  async #json(value: unknown): Promise<void> {
    if (this.#gathered) return void this.#gathered.documents.push(value)
    // Prints null for no value, so that JSON consumers always get a document.
    if (this.#options.jq === undefined) return this.#writeJson(`${JSON.stringify(value ?? null, undefined, 2)}\n`)
    const text = await this.#options.jq(value ?? null)
    if (text !== undefined) await this.#write(`${text}\n`)
  }

  async #yaml(value: unknown): Promise<void> {
    if (this.#gathered) return void this.#gathered.documents.push(value)
    const { stringify } = await import('yaml')
    await this.#write(stringify(value ?? null, yamlStyle))
  }

  async #csv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Promise<void> {
    const csv = await csvWriter()
    const header = this.#gathered?.headerPrinted ? [] : [columns.map(({ field }) => field)]
    if (this.#gathered) this.#gathered.headerPrinted = true
    await this.#write(csv([...header, ...rows.map((row) => plainCells(row, columns))]))
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

/** Tables and cards clean their cells; this cleans the text around them. */
function cleaned(text: string, paint: Paint): string {
  return paint === plainPaint ? safeOutput(text) : safePainted(text)
}

/** Wraps lines between words and keeps their indentation. */
function doneText(sentence: string | readonly string[], paint: Paint, width: number): string {
  // A line break in a name must not start a line.
  const [first = '', ...rest] = [sentence].flat().map(safeText)
  const [head = '', ...more] = wrapSentence(first, width - 2)
  const below = rest.flatMap((line) => {
    const [indent = ''] = line.match(/^ */) ?? []
    return wrapSentence(line.slice(indent.length), width - indent.length).map((each) => indent + each)
  })
  return `${[`${paint.good('✓')} ${head}`, ...more.map((line) => `  ${line}`), ...below].join('\n')}\n`
}

/** A line of name and value for each column. */
function countLines<Row>(row: Row, columns: readonly Column<Row>[]): string {
  return columns.map((column) => `${column.field}\t${tsvLine(row, [column])}`).join('')
}
