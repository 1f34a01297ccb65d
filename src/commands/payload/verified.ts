import type { Paint } from '../../cli/output/paint.ts'
import type { PayloadReport } from '../../service/index.ts'
import type { PayloadFields } from './fields.ts'

/** A verified payload as JSON. */
export interface Verified extends Pick<PayloadReport, 'ok' | 'checks' | 'digest' | 'slotUsed'> {
  /** Recovered address, lower case; null when no key can have signed. */
  readonly signer: string | null
  /** As it was asked for. */
  readonly payloadSlot: 'yes' | 'no' | 'auto'
  /** Accepted ones. */
  readonly signers: readonly string[]
  readonly moduleAddress: string
  readonly payload: PayloadFields
}

/** What a person sees of it: the answer, each check, and how the call data was read. */
export function verifiedCard({ ok, checks, ...read }: Verified, paint: Paint): string {
  const width = Math.max(...checks.map(({ name }) => name.length))
  return [
    ok
      ? `${paint.good('✓')} The payload is good for this transaction`
      : `${paint.bad('✗')} The payload is not good for this transaction`,
    '',
    ...checks.map((check) => {
      const mark = check.ok ? paint.good('✓') : paint.bad('✗')
      return `  ${mark} ${check.name.padEnd(width)}  ${check.detail}`
    }),
    '',
    `  ${paint.dim('slot'.padEnd(width + 2))}  ${slotText(read)}`,
    `  ${paint.dim('module'.padEnd(width + 2))}  ${read.moduleAddress}`,
    '',
  ].join('\n')
}

function slotText({ payloadSlot, slotUsed }: Pick<Verified, 'payloadSlot' | 'slotUsed'>): string {
  const part = slotUsed ? 'used: signed is the call data before it' : 'none: signed is the whole call data'
  return `${part} (--payload-slot ${payloadSlot})`
}
