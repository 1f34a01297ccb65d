import type { KeyKind } from '../../api/operations/operation.ts'
import { counted } from '../../api/text/amounts.ts'
import type { Context } from '../../cli/context/context.ts'
import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { readInput } from '../../cli/input/read-input.ts'
import { settingOf } from '../../config/settings.ts'
import { type KeyChoice, kindsOf, kindsText } from './key-kinds.ts'

export type GivenKeys = Readonly<Partial<Record<KeyKind, string>>>

/** The kinds of keys to store, from the flag or a prompt. Without a terminal, the error names all missing flags. */
export async function wantedKinds(
  context: Context,
  wanted: KeyChoice | undefined,
  keyFile: string | undefined,
): Promise<readonly KeyKind[]> {
  const isGiven = keyFile !== undefined
  if (wanted !== undefined && (isGiven || context.canAsk)) return kindsOf(wanted)
  if (!context.canAsk) {
    const missing = [...(wanted === undefined ? ['--kind'] : []), ...(isGiven ? [] : ['--key-file'])]
    throw usageError(`auth login needs ${missing.join(', ')}`, {
      try: `txwarden auth login --kind ${wanted ?? 'validation'} --key-file <file>`,
    })
  }
  const prompt = await context.prompt()
  return kindsOf(
    await prompt.select<KeyChoice>({
      message: 'Kind of key',
      choices: [
        { value: 'both', name: 'both' },
        { value: 'validation', name: 'validation', description: 'validates transactions' },
        { value: 'management', name: 'management', description: 'lists, monitors, alerts, destinations' },
      ],
    }),
  )
}

/** Reads the keys from a file or stdin, one per line, or from prompts without echo. */
export async function readKeys(
  context: Context,
  kinds: readonly KeyKind[],
  keyFile: string | undefined,
  { baseUrl, managementUrl }: { readonly baseUrl: string; readonly managementUrl: string | undefined },
): Promise<GivenKeys> {
  if (keyFile !== undefined)
    return keysInText(kinds, await readInput(context, keyFile), keyFile === '-' ? 'stdin' : keyFile)
  const prompt = await context.prompt()
  const keys: Partial<Record<KeyKind, string>> = {}
  for (const kind of kinds) {
    const address = kind === 'management' ? (managementUrl ?? baseUrl) : baseUrl
    keys[kind] = await prompt.secret({
      message: `${kind === 'validation' ? 'Validation' : 'Management'} key of ${address}`,
      required: true,
      validate: (text) => {
        const fault = keyFault(kind, text)
        return fault === undefined ? true : `It ${fault}`
      },
    })
  }
  return keys
}

function keysInText(kinds: readonly KeyKind[], text: string, where: string): GivenKeys {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.length !== kinds.length)
    throw refusedError(`${where} has ${counted(lines.length, 'line')}: expected one line per key (${kindsText(kinds)})`)
  return Object.fromEntries(
    kinds.map((kind, index) => {
      const key = lines[index] ?? ''
      const fault = keyFault(kind, key)
      if (fault) throw refusedError(`the ${kind} key in ${where} ${fault}`)
      return [kind, key]
    }),
  )
}

function keyFault(kind: KeyKind, key: string): string | undefined {
  return settingOf(`${kind}-key`)?.fault(key)
}
