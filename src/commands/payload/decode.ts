import { defineCommand } from '../../cli/define.ts'
import { asTyped } from '../../cli/errors/usage.ts'
import { one } from '../../cli/options.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { distanceText } from '../../cli/output/time.ts'
import { cardLines, plainColumns, type View } from '../../cli/output/view.ts'
import { type PayloadFields, payloadFields } from '../validate/payload-fields.ts'

const view: View<PayloadFields> = {
  columns: [
    ...plainColumns('expiration', 'expiresAt'),
    { field: 'trackNonce', header: 'TRACKED' },
    ...plainColumns(
      'nonce',
      'signature.r',
      'signature.s',
      'signature.v',
      'routing.moduleId',
      'routing.selector',
      'routing.paddedLength',
      'routing.padding',
    ),
  ],
}

export const payloadDecode = defineCommand({
  name: 'payload decode',
  summary: 'Decode a signed payload',
  description:
    'Works offline. A payload has 192 bytes, the last 192 of call data that contains one. Decoding shows its claims; payload verify checks them.',
  requests: false,
  arguments: { payload: one('the payload, hex') },
  examples: [
    { command: 'txwarden payload decode <hex>' },
    { command: 'txwarden payload decode <hex> --json --fields expiresAt,nonce' },
  ],
  async run(context, { payload }) {
    const now = context.clock.now()
    const fields = payloadFields(await asTyped(context.decodePayload(payload)), now)
    await context.out.record(fields, view, (shown, paint) => card(shown, now, paint))
  },
})

function card(fields: PayloadFields, now: number, paint: Paint): string {
  const { trackNonce, nonce, signature, routing } = fields
  const lines: [string, string][] = [
    ['expires', expiryText(fields, now, paint)],
    ['nonce', nonceText(trackNonce, nonce, paint)],
    ['r', signature.r],
    ['s', signature.s],
    ['v', String(signature.v)],
    ['module id', `${routing.moduleId} ${paint.dim('(signature-0.0.1)')}`],
    ['selector', `${routing.selector} ${paint.dim('(validateSignature)')}`],
    ['length', `${routing.paddedLength} bytes, the last ${routing.padding} of them padding`],
  ]
  return cardLines(lines, paint)
}

function expiryText({ expiration, expiresAt, expired }: PayloadFields, now: number, paint: Paint): string {
  if (expiresAt === null) return `${expiration} seconds after 1970`
  const distance = distanceText(expiresAt, now)
  return `${expiresAt} (${expired ? paint.bad(distance) : distance})`
}

function nonceText(tracked: boolean, nonce: string, paint: Paint): string {
  if (tracked) return `${nonce}, tracked`
  return nonce === '0' ? 'not tracked' : `not tracked, ${paint.bad(`but ${nonce} instead of 0`)}`
}
