import type { KeyKind } from '../../api/operations/operation.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { exitCodeOf, exitCodes } from '../../cli/errors/exit-codes.ts'
import { flag } from '../../cli/options.ts'
import type { View } from '../../cli/output/view.ts'
import { keyHint } from '../../config/profiles/key-hint.ts'
import { keyKinds } from '../../config/profiles/key-origin.ts'
import type { ValueSource } from '../../config/resolve.ts'
import { hasKey } from '../../config/resolve.ts'
import { WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { checkKey } from './check-key.ts'

interface KeyStatus {
  readonly kind: KeyKind
  /** withheld: stored, but the call goes to another address than the profile's. */
  readonly state: 'not needed' | 'missing' | 'withheld' | 'set'
  /** The first characters; null without a key or when it is in the keychain. */
  readonly hint: string | null
  readonly source: ValueSource
  readonly origin: string
  /** Where the key is sent; null for the local service. */
  readonly address: string | null
  /** With --check: the result. */
  readonly check?: 'accepted' | 'refused' | 'failed'
  readonly said?: string
}

const statusView: View<KeyStatus> = {
  columns: [
    { field: 'kind', header: 'KEY' },
    {
      field: 'state',
      header: 'STATE',
      paint: (text, row, paint) => (row.state === 'missing' || row.state === 'withheld' ? paint.warn(text) : text),
    },
    { field: 'hint', header: 'BEGINS WITH' },
    { field: 'origin', header: 'FROM', show: fromText },
    { field: 'address', header: 'SENT TO' },
    {
      field: 'check',
      header: 'CHECK',
      show: (row) => (row.check === undefined ? '' : `${row.check}: ${row.said}`),
      paint: (text, row, paint) => (row.check === 'accepted' ? paint.good(text) : paint.bad(text)),
    },
  ],
}

export const authStatus = defineCommand({
  name: 'auth status',
  summary: 'Show the API keys in use, their source and where they are sent',
  description:
    '--check asks the service about each key; exit code 3 when one is missing or refused. Nothing is changed there.',
  options: { check: flag('ask the service whether it accepts them') },
  examples: [{ command: 'txwarden auth status' }, { command: 'txwarden auth status --check --json' }],
  async run(context, { check = false }) {
    const { addresses, profile } = context.configuration()
    const found = keyKinds.map((kind) => statusOf(context, kind))
    const rows: KeyStatus[] = []
    let outcome: number = exitCodes.ok
    for (const row of found) {
      const checked = check && addresses ? await checkedStatus(context, row) : { row, code: exitCodes.ok }
      rows.push(checked.row)
      outcome = worse(outcome, checked.code)
    }
    const shown = check ? statusView : { columns: statusView.columns.filter(({ field }) => field !== 'check') }
    await context.out.list({ content: rows, profile }, rows, shown, { empty: '' })
    if (context.out.isForPeople) await noteNextStep(context, rows)
    return outcome
  },
})

async function noteNextStep(context: Context, rows: readonly KeyStatus[]): Promise<void> {
  const { addresses, profile, values } = context.configuration()
  if (!addresses) return context.note(`Profile ${profile} needs no key: its service is local.`)
  if (!rows.some(({ state }) => state === 'missing')) return
  await context.note(
    values['base-url'].source === 'profile'
      ? `Store a key: txwarden auth login -p ${quoteWord(profile)}`
      : 'Keys for an address without a profile: TXWARDEN_VALIDATION_KEY, TXWARDEN_MANAGEMENT_KEY',
  )
}

function statusOf(context: Context, kind: KeyKind): KeyStatus {
  const configuration = context.configuration()
  const { addresses, withheld, values } = configuration
  const { value, source, origin } = values[`${kind}-key`]
  const isMissing = !hasKey(configuration, kind)
  const state = !addresses ? 'not needed' : withheld.includes(kind) ? 'withheld' : isMissing ? 'missing' : 'set'
  return {
    kind,
    state,
    hint: value === undefined || source === 'keychain' ? null : keyHint(value),
    source,
    origin,
    address: addresses?.[kind].href ?? null,
  }
}

async function checkedStatus(context: Context, row: KeyStatus): Promise<{ row: KeyStatus; code: number }> {
  if (row.state !== 'set') return { row: { ...row, check: 'failed', said: 'no key' }, code: exitCodes.auth }
  try {
    const { accepted, message } = await checkKey(await context.client(), row.kind)
    return accepted
      ? { row: { ...row, check: 'accepted', said: message }, code: exitCodes.ok }
      : { row: { ...row, check: 'refused', said: message }, code: exitCodes.auth }
  } catch (error) {
    if (!(error instanceof WardenError) || error.kind === 'interrupted') throw error
    return { row: { ...row, check: 'failed', said: error.message }, code: exitCodeOf(error.kind) }
  }
}

/** A refused key (3) takes precedence over an unavailable service. */
function worse(a: number, b: number): number {
  if (a === exitCodes.auth || b === exitCodes.auth) return exitCodes.auth
  return a === exitCodes.ok ? b : a
}

function fromText({ source, origin }: KeyStatus): string {
  if (source === 'none') return ''
  if (source === 'keychain') return `keychain, profile ${origin}`
  return source === 'profile' ? `profile ${origin}` : origin
}
