import { WardenError } from '../api/errors.ts'
import type { Io } from './io.ts'

export interface Choice<T> {
  readonly value: T
  readonly name: string
  readonly description?: string
}

type Validate = (text: string) => true | string

/** Questions on stderr, answers from stdin: stdout stays the answer. */
export interface Prompter {
  input(question: { message: string; initial?: string; validate?: Validate }): Promise<string>
  secret(question: { message: string; validate?: Validate }): Promise<string>
  select<T>(question: { message: string; choices: readonly Choice<T>[]; initial?: T }): Promise<T>
  checkbox<T>(question: { message: string; choices: readonly Choice<T>[]; initial?: readonly T[] }): Promise<T[]>
  confirm(question: { message: string; initial: boolean }): Promise<boolean>
}

/** Whether somebody is there to answer: prompts misbehave off a terminal, so nobody is asked there. */
export function canAsk(io: Io, input: boolean | undefined): boolean {
  return input !== false && io.stdin.isTTY === true && io.stderr.isTTY
}

export async function createPrompter(io: Io, signal: AbortSignal): Promise<Prompter> {
  const prompts = await import('@inquirer/prompts')
  const context = { input: io.stdin, output: io.stderr.stream, signal }
  const ask = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      if (error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name)) throw interrupted()
      throw error
    }
  }
  return {
    input: ({ message, initial, validate }) =>
      ask(
        prompts.input(
          { message, ...(initial !== undefined && { default: initial }), ...(validate && { validate }) },
          context,
        ),
      ),
    secret: ({ message, validate }) =>
      ask(prompts.password({ message, mask: '•', ...(validate && { validate }) }, context)),
    select: ({ message, choices, initial }) =>
      ask(
        prompts.select({ message, choices: [...choices], ...(initial !== undefined && { default: initial }) }, context),
      ),
    checkbox: ({ message, choices, initial }) =>
      ask(
        prompts.checkbox(
          {
            message,
            choices: choices.map((choice) => ({ ...choice, checked: initial?.includes(choice.value) ?? false })),
          },
          context,
        ),
      ),
    confirm: ({ message, initial }) => ask(prompts.confirm({ message, default: initial }, context)),
  }
}

export function interrupted(): WardenError {
  return new WardenError({ kind: 'interrupted', code: 'interrupted', message: 'interrupted; nothing was changed' })
}
