import type { Context } from '../context/context.ts'
import { refusedError, usageError } from '../usage.ts'
import { readInput } from './read-input.ts'

/** Where a secret is read from: never from the command line, which every process of the machine can see. */
export interface SecretSource {
  /** `-` is stdin. */
  readonly file: string | undefined
  readonly stdin?: boolean | undefined
}

/** The one line that the file or stdin holds; undefined when neither is named. `name` is that of the flags: `token`. */
export async function readSecret(context: Context, name: string, source: SecretSource): Promise<string | undefined> {
  const { file, stdin = false } = source
  if (file !== undefined && stdin) throw usageError(`--${name}-file and --${name}-stdin exclude each other`)
  const from = stdin ? '-' : file
  if (from === undefined) return undefined
  if (stdin && context.io.stdin.isTTY)
    throw usageError(`--${name}-stdin reads stdin, and stdin is a terminal here`, {
      details: ['What is typed there would be seen. Leave the flag out to be asked, or pipe the secret in.'],
    })
  const secret = (await readInput(context, from)).replace(/^\ufeff/, '').trim()
  const where = from === '-' ? 'stdin' : from
  if (secret === '') throw refusedError(`${where} is empty: there is no ${name} in it`)
  if (/[\r\n]/.test(secret)) throw refusedError(`${where} has more than one line: a ${name} is one line`)
  return secret
}
