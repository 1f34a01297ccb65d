import type { Paint } from '../../cli/output/paint.ts'
import type { PayloadReport } from '../../service/index.ts'
import type { PayloadFields } from './fields.ts'

/** A verified payload as JSON. */
export interface Verified extends Pick<PayloadReport, 'ok' | 'checks' | 'digest' | 'slotUsed'> {
  /** Recovered address, lower case; null for an invalid signature. */
  readonly signer: string | null
  /** As requested. */
  readonly payloadSlot: 'yes' | 'no' | 'auto'
  /** The accepted signers. */
  readonly signers: readonly string[]
  readonly moduleAddress: string
  readonly payload: PayloadFields
}

/** The result, each check, and how the call data was read. */
export function verifiedCard({ ok, checks, ...read }: Verified, paint: Paint): string {
  const width = Math.max(...checks.map(({ name }) => name.length))
  return [
    ok
      ? `${paint.good('✓')} The payload is valid for this transaction`
      : `${paint.bad('✗')} The payload is not valid for this transaction`,
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
  const part = slotUsed ? 'used: the call data before it is signed' : 'none: the whole call data is signed'
  return `${part} (--payload-slot ${payloadSlot})`
}
