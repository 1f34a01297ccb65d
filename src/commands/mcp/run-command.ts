import { PassThrough, Readable } from 'node:stream'
import type { Context } from '../../cli/context/context.ts'
import type { Command } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { withAddresses } from '../../cli/input/resolve-names.ts'
import { flagName } from '../../cli/options.ts'
import { plainPaint } from '../../cli/output/paint.ts'
import { Printer } from '../../cli/output/printer.ts'
import { utc } from '../../cli/output/time-zone.ts'

export interface CommandRun {
  readonly command: Command
  /** Texts of arguments and flags, by their names. */
  readonly words: Readonly<Record<string, string>>
  /** Flags without a value. */
  readonly flags?: readonly string[]
  readonly stdin?: string
}

/**
 * Runs a command as with --json and returns the document that it prints.
 * @throws what the command throws
 */
export async function documentOf(context: Context, run: CommandRun): Promise<Record<string, unknown>> {
  const written: string[] = []
  const stdout = {
    isTTY: false,
    canRedraw: false,
    columns: undefined,
    isClosed: false,
    stream: new PassThrough(),
    write: async (text: string | Uint8Array) => void written.push(String(text)),
  }
  const out = new Printer({
    stdout,
    format: 'json',
    fields: undefined,
    paint: async () => plainPaint,
    wide: true,
    now: () => context.clock.now(),
    zone: () => utc,
  })
  const stdin = Readable.from(run.stdin === undefined ? [] : [Buffer.from(run.stdin)])
  const io = { stdin, stdout, stderr: { ...stdout, write: async () => undefined } }
  const quiet = { ...context, io, out, canAsk: false, note: async () => undefined }
  const code = (await run.command.run(quiet, await withAddresses(quiet, run.command, inputOf(run)))) ?? exitCodes.ok
  const document: unknown = JSON.parse(written.join('') || '{}')
  return { ...(document as object), ...(isPartial(code) && { isPartial: true }) }
}

/** Whether the document has only what could be read: codes from 10 on are verdicts. */
function isPartial(code: number): boolean {
  return code !== exitCodes.ok && code < exitCodes.warning
}

function inputOf({ command, words, flags = [] }: CommandRun): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [name, { variadic }] of Object.entries(command.arguments)) {
    const word = words[name]
    if (word !== undefined) input[name] = variadic ? [word] : word
  }
  for (const [name, option] of Object.entries(command.options)) {
    const word = words[name]
    if (word !== undefined) input[name] = option.parse(flagName(name), [word])
    else if (flags.includes(name)) input[name] = true
  }
  return input
}
