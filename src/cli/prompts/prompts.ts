/** Room: Questions on a terminal, and the confirmation of changes. */

import { interrupted } from '../../shared/errors.ts'
import type { Io } from '../io.ts'
import type { Paint } from '../output/paint.ts'
import { safeText } from '../output/terminal-text.ts'
import { wrapWords } from '../output/words.ts'

export interface Choice<T> {
  readonly value: T
  readonly name: string
  readonly description?: string
}

/** True, or why the answer is invalid. */
export type Validate = (text: string) => true | string | Promise<true | string>

/** Prompts on stderr, answers from stdin. Leaving a prompt ends the command (130). */
export interface Prompter {
  /** The trimmed answer. `initial` is the answer of Enter alone; `required` refuses an empty one. */
  input(question: {
    message: string
    initial?: string | undefined
    required?: boolean
    validate?: Validate
  }): Promise<string>
  /** The same, hidden. */
  secret(question: { message: string; required?: boolean; validate?: Validate }): Promise<string>
  /** The cursor starts at `initial`. */
  select<T>(question: { message: string; choices: readonly Choice<T>[]; initial?: T }): Promise<T>
  /** `initial` is selected at the start; `required` refuses an empty selection. `none` says what an empty one means. */
  checkbox<T>(question: {
    message: string
    choices: readonly Choice<T>[]
    initial?: readonly T[]
    required?: boolean
    none?: string
  }): Promise<T[]>
  confirm(question: { message: string; initial: boolean }): Promise<boolean>
}

/** Whether prompts work: they need a terminal that is not dumb. */
export function canAsk(io: Io, input: boolean | undefined): boolean {
  return input !== false && io.stdin.isTTY === true && io.stderr.canRedraw
}

/** What stands around a question: "? " and " (y/N) ", and the answer. */
const PROMPT_MARKS = 12

/** Longer lists scroll. This many rows fit on a screen of 24 lines. */
const MAX_ROWS = 12

export interface PrompterDeps {
  readonly io: Io
  readonly signal: AbortSignal
  /** For stderr. */
  readonly paint: Paint
}

export async function createPrompter({ io, signal, paint }: PrompterDeps): Promise<Prompter> {
  const prompts = await import('@inquirer/prompts')
  const width = (io.stderr.columns ?? 80) - '! '.length
  const theme = promptTheme(paint, width)
  const themeWith = (none: string | undefined) => promptTheme(paint, width, none)
  type PromptContext = { input: Io['stdin']; output: NodeJS.WritableStream; signal: AbortSignal }
  const ask = async <T>(question: (context: PromptContext) => Promise<T>): Promise<T> => {
    const { closed, stop } = watchInput(io.stdin)
    try {
      return await question({
        input: io.stdin,
        output: io.stderr.stream,
        signal: AbortSignal.any([signal, closed]),
      })
    } catch (error) {
      if (error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name))
        throw interrupted(error, 'interrupted; nothing was changed')
      throw error
    } finally {
      stop()
    }
  }
  return {
    input: async ({ message, initial, required, validate }) => {
      const config = { message: safeText(message), theme, validate: checked(required, validate), default: initial }
      return (await ask((context) => prompts.input(config, context))).trim()
    },
    secret: async ({ message, required, validate }) => {
      const config = {
        message: safeText(message),
        mask: '•',
        validate: checked(required, validate),
        // Don't reveal the length of a secret.
        theme: { ...theme, style: { ...theme.style, answer: (dots: string) => paint.accent(dots && '••••') } },
      }
      return (await ask((context) => prompts.password(config, context))).trim()
    },
    select: ({ message, choices, initial }) => {
      const config = { message: safeText(message), theme, choices: shown(choices), pageSize: MAX_ROWS }
      return ask((context) => prompts.select(initial === undefined ? config : { ...config, default: initial }, context))
    },
    checkbox: ({ message, choices, initial = [], required = false, none }) => {
      const ticked = shown(choices).map((choice) => ({ ...choice, checked: initial.includes(choice.value) }))
      const question = none === undefined ? message : `${message} (none selected: ${none})`
      const config = {
        message: safeText(question),
        theme: themeWith(none),
        choices: ticked,
        required,
        pageSize: MAX_ROWS,
      }
      return ask((context) => prompts.checkbox(config, context))
    },
    confirm: ({ message: question, initial }) => {
      // An id or an address that is about to go is not broken over two lines.
      const message = wrapWords(safeText(question), (io.stderr.columns ?? 80) - PROMPT_MARKS).join('\n  ')
      return ask((context) => prompts.confirm({ message, default: initial, theme }, context))
    },
  }
}

function checked(required = false, validate: Validate = () => true): Validate {
  return (text) => (required && text.trim() === '' ? 'Required' : validate(text.trim()))
}

/** Names can come from a server and may contain terminal control sequences. */
function shown<T>(choices: readonly Choice<T>[]): Choice<T>[] {
  return choices.map(({ value, name, description }) => ({
    value,
    name: safeText(name),
    ...(description !== undefined && { description: safeText(description) }),
  }))
}

/**
 * Ctrl-D and the end of input close readline under a prompt, which would never settle; Node would exit with code 13.
 * Closing shows in the removed listener of readline. After Ctrl-Z the input stays paused and must be resumed.
 */
function watchInput(stdin: Io['stdin']): { closed: AbortSignal; stop: () => void } {
  const closing = new AbortController()
  const leave = () => closing.abort()
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
  // Before the listener of readline for the same key.
  stdin.prependListener('keypress', onKey)
  stdin.on('pause', onPause)
  stdin.on('end', leave)
  const stop = () => {
    stdin.off('keypress', onKey)
    stdin.off('pause', onPause)
    stdin.off('end', leave)
    // After Ctrl-Z readline believes it is paused; a flowing terminal keeps the process alive.
    stdin.pause()
  }
  return { closed: closing.signal, stop }
}

/**
 * Prompts in our colours: the library's follow stdout and the environment, but prompts are on stderr, with `--no-color`.
 * @param width of an error of a prompt, without its mark
 * @param none what an empty selection means
 */
function promptTheme(paint: Paint, width: number, none = 'none') {
  const { accent, dim, bold, bad, good } = paint
  // The library passes a second argument, which chalk would print.
  return {
    prefix: { idle: accent('?'), done: good('✓') },
    spinner: { interval: 80, frames: ['·', '•'] },
    icon: {
      cursor: '❯',
      checked: good('◉'),
      unchecked: '○',
      disabledChecked: '◉',
      disabledUnchecked: '-',
    },
    style: {
      answer: (text: string) => accent(text),
      message: (text: string) => bold(text),
      // The library breaks lines within a word: an error can name a command to copy.
      error: (text: string) => bad(`! ${wrapWords(text, width).join('\n  ')}`),
      defaultAnswer: (text: string) => dim(`(${text})`),
      help: (text: string) => dim(text),
      highlight: (text: string) => accent(text),
      key: (text: string) => bold(`<${text}>`),
      disabled: (text: string) => dim(text),
      description: (text: string) => dim(text),
      keysHelpTip: (tips: [key: string, action: string][]) =>
        dim(tips.map(([key, action]) => `${key} ${action}`).join(' · ')),
      renderSelectedChoices: (selected: readonly { readonly short: string }[]) =>
        selected.map(({ short }) => short).join(', ') || none,
      /** The default of a yes-or-no question. */
      confirmDefault: (text: string) => text.toUpperCase(),
    },
  }
}
