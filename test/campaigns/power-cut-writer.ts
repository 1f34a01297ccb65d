import { randomFillSync } from 'node:crypto'
import { writeSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { openService } from '../../src/service/index.ts'
import { systemClock } from '../../src/shared/time/clock.ts'
import { send } from '../support/requests.ts'

/**
 * Writes with the real service, and says on stdout what was answered, each the moment it was: the process whose calls
 * power-cut.ts records. `--normal` runs every connection at synchronous=NORMAL and tells the store otherwise.
 */
const { values, positionals } = parseArgs({ options: { normal: { type: 'boolean' } }, allowPositionals: true })
const [database = '', validations = '0'] = positionals
const AT_ONCE = 4

if (values.normal) lieAboutSynchronous()
const service = await openService({
  database,
  env: {},
  clock: systemClock,
  random: (length) => randomFillSync(new Uint8Array(length)),
  report: (error) => {
    throw error
  },
})

const address = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const blocked = address(0xb10c)

const { id: destinationId } = await ask('destination', '/api/v2/management/alert-configurations/destinations', {
  name: 'receiver',
  channel: 'WEBHOOK',
  webhookUrl: 'https://hooks.example.org/txwarden',
})
await ask('entry', '/api/v2/management/control-lists', { address: blocked, type: 'BLOCK', productType: 'SONAR' })
await ask('alert', '/api/v2/management/alert-configurations', {
  alertName: 'blocked',
  alertType: 'SONAR',
  transactionFilter: { validationEnforcementConfiguration: { alertOnBlocked: true } },
  destinationIds: [destinationId],
})

let next = 0
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (next < Number(validations)) await validate(next++)
  }),
)
await service.close()

/** In turns: judged only, judged and signed with a tracked nonce, blocked. */
async function validate(number: number): Promise<void> {
  const kind = (['judged', 'signed', 'blocked'] as const)[number % 3] ?? 'judged'
  await ask(
    kind,
    '/api/v2/transaction/validate',
    {
      transaction: { chainId: '1', from: address(number + 1), to: kind === 'blocked' ? blocked : address(0x70) },
      signTransaction: kind === 'signed',
      trackNonce: kind === 'signed',
    },
    { 'idempotency-key': `validation-${number}` },
  )
}

async function ask(what: string, path: string, body: unknown, headers = {}): Promise<{ id?: string }> {
  const { id, svcTxId, alertId, controlListId } = await send(service, 'POST', path, body, headers)
  writeSync(1, `${JSON.stringify({ what, id: id ?? svcTxId ?? alertId ?? controlListId })}\n`)
  return { id }
}

/** In place of a driver whose default nobody noticed. */
function lieAboutSynchronous(): void {
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string): StatementSync {
    if (sql !== 'pragma synchronous') return prepare.call(this, sql)
    this.exec('pragma synchronous = 1')
    return { get: () => ({ synchronous: 2 }) } as unknown as StatementSync
  }
}
