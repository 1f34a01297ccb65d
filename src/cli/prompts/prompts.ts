import { WardenError } from '../../shared/errors.ts'
import type { Io } from '../io.ts'
import type { Paint } from '../output/paint.ts'
import { safeText } from '../output/terminal-text.ts'
import { wrapWords } from '../output/words.ts'
import { promptTheme } from './prompt-theme.ts'

export interface Choice<T> {
  readonly value: T
  readonly name: string
  readonly description?: string
}

/** True, or what is wrong with the answer. */
export type Validate = (text: string) => true | string | Promise<true | string>

/** Questions on stderr, answers from stdin: stdout stays the answer. Whoever leaves a question ends the command (130). */
export interface Prompter {
  /** The answer without blanks around it. `initial` is what Enter alone says; `required` refuses an empty answer. */
  input(question: { message: string; initial?: string; required?: boolean; validate?: Validate }): Promise<string>
  /** The same, unseen. */
  secret(question: { message: string; required?: boolean; validate?: Validate }): Promise<string>
  /** The cursor starts at `initial`. */
  select<T>(question: { message: string; choices: readonly Choice<T>[]; initial?: T }): Promise<T>
  /** Those of `initial` are ticked at the start; `required` refuses none. There must be a choice. */
  checkbox<T>(question: {
    message: string
    choices: readonly Choice<T>[]
    initial?: readonly T[]
    required?: boolean
  }): Promise<T[]>
  confirm(question: { message: string; initial: boolean }): Promise<boolean>
}

/** Whether somebody is there to answer: prompts misbehave off a terminal and on a dumb one, so nobody is asked there. */
export function canAsk(io: Io, input: boolean | undefined): boolean {
  return input !== false && io.stdin.isTTY === true && io.stderr.canRedraw
}

/** What stands around a question: "? " and " (y/N) ", and the answer. */
const PROMPT_MARKS = 12

/** Long lists scroll; this many rows and the question fit on the smallest usual screen (24 lines). */
const MOST_ROWS = 12

export interface PrompterDeps {
  readonly io: Io
  readonly signal: AbortSignal
  /** For stderr. */
  readonly paint: Paint
}

export async function createPrompter({ io, signal, paint }: PrompterDeps): Promise<Prompter> {
  const prompts = await import('@inquirer/prompts')
  const theme = promptTheme(paint)
  type Asked = { input: Io['stdin']; output: NodeJS.WritableStream; signal: AbortSignal }
  const ask = async <T>(question: (context: Asked) => Promise<T>): Promise<T> => {
    const { gone, stop } = watchForLeaving(io.stdin)
    try {
      return await question({
        input: io.stdin,
        output: io.stderr.stream,
        signal: AbortSignal.any([signal, gone]),
      })
    } catch (error) {
      if (error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name)) throw interrupted()
      throw error
    } finally {
      stop()
    }
  }
  return {
    input: async ({ message, initial, required, validate }) => {
      const config = {
        message: safeText(message),
        theme,
        validate: checked(required, validate),
        ...(initial !== undefined && { default: initial }),
      }
      return (await ask((context) => prompts.input(config, context))).trim()
    },
    secret: async ({ message, required, validate }) => {
      const config = {
        message: safeText(message),
        mask: '•',
        validate: checked(required, validate),
        // The length of a secret stays on the screen of nobody.
        theme: { ...theme, style: { ...theme.style, answer: (dots: string) => paint.accent(dots && '••••') } },
      }
      return (await ask((context) => prompts.password(config, context))).trim()
    },
    select: ({ message, choices, initial }) => {
      const config = { message: safeText(message), theme, choices: shown(choices), pageSize: MOST_ROWS }
      return ask((context) => prompts.select(initial === undefined ? config : { ...config, default: initial }, context))
    },
    checkbox: ({ message, choices, initial = [], required = false }) => {
      const ticked = shown(choices).map((choice) => ({ ...choice, checked: initial.includes(choice.value) }))
      const config = { message: safeText(message), theme, choices: ticked, required, pageSize: MOST_ROWS }
      return ask((context) => prompts.checkbox(config, context))
    },
    confirm: ({ message: question, initial }) => {
      // An id or an address that is about to go is not broken over two lines.
      const message = wrapWords(safeText(question), (io.stderr.columns ?? 80) - PROMPT_MARKS).join('\n  ')
      return ask((context) => prompts.confirm({ message, default: initial, theme }, context))
    },
  }
}

export function interrupted(): WardenError {
  return new WardenError({ kind: 'interrupted', code: 'interrupted', message: 'interrupted; nothing was changed' })
}

function checked(required = false, validate: Validate = () => true): Validate {
  return (text) => (required && text.trim() === '' ? 'An answer is needed' : validate(text.trim()))
}

/** Names can come from a server, and what they hold must not reach the terminal. */
function shown<T>(choices: readonly Choice<T>[]): Choice<T>[] {
  return choices.map(({ value, name, description }) => ({
    value,
    name: safeText(name),
    ...(description !== undefined && { description: safeText(description) }),
  }))
}

/**
 * Ctrl-D and the end of input close readline under a prompt, which would then wait for ever: Node would end the
 * process with code 13 for it. Closing shows in readline's listener being gone. Ctrl-Z leaves the input paused when the
 * job comes back: it has to flow again.
 */
function watchForLeaving(stdin: Io['stdin']): { gone: AbortSignal; stop: () => void } {
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  let suspended = false
  const onKey = (_: unknown, key: { ctrl?: boolean; name?: string } | undefined) => {
    suspended = key?.ctrl === true && key.name === 'z'
    if (!key?.ctrl || key.name !== 'd') return
    const listeners = stdin.listenerCount('keypress')
    setImmediate(() => {
      if (stdin.listenerCount('keypress') < listeners) leave()
    })
  }
  const onPause = () => {
    if (suspended) setImmediate(() => stdin.resume())
  }
  // First in line: readline acts on the same key.
  stdin.prependListener('keypress', onKey)
  stdin.on('pause', onPause)
  stdin.on('end', leave)
  const stop = () => {
    stdin.off('keypress', onKey)
    stdin.off('pause', onPause)
    stdin.off('end', leave)
    // After Ctrl-Z readline takes it for paused already; a flowing terminal keeps the process alive.
    stdin.pause()
  }
  return { gone: leaving.signal, stop }
}
