import type { Service } from '../../../src/service/index.ts'
import { open, sealedBy, sealingContext } from '../../../src/service/secrets/sealing.ts'
import { send, validate } from '../../support/requests.ts'
import { ALICE, BOB, type LocalDatabase } from './local-database.ts'

const DESTINATIONS = '/api/v2/management/alert-configurations/destinations'

/** Stores secrets of every kind: destinations, the answers that an Idempotency-Key keeps, the signer. */
export async function storeSecrets({ use }: LocalDatabase, count: number): Promise<void> {
  await use(async (service) => {
    // At once: they share commits.
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        send(
          service,
          'POST',
          DESTINATIONS,
          { name: `ops ${index}`, channel: 'WEBHOOK', webhookUrl: `https://hooks.example.org/secret-${index}` },
          { 'idempotency-key': `create-${index}` },
        ),
      ),
    )
    await validate(service, { from: ALICE, to: BOB }, {}, { signTransaction: true })
  })
}

/** Everything sealed in the database, opened: by where it stands. Throws for what cannot be opened. */
export async function openedSecrets({ use }: LocalDatabase): Promise<Record<string, string>> {
  return use(async (service) => {
    const keyring = service.masterKey.create()
    const texts = await sealedTexts(service)
    return Object.fromEntries(texts.map(([context, text]) => [context, open(keyring, text, context)]))
  })
}

/** Ids of the keys that sealed something. */
export async function sealers({ use }: LocalDatabase): Promise<readonly (string | undefined)[]> {
  return use(async (service) => [...new Set((await sealedTexts(service)).map(([, text]) => sealedBy(text)))].sort())
}

async function sealedTexts({ store: { read } }: Service): Promise<[context: string, text: string][]> {
  const destinations = await read.selectFrom('destinations').selectAll().execute()
  const signers = await read.selectFrom('signers').selectAll().execute()
  const answers = await read.selectFrom('idempotent_answers').selectAll().execute()
  const texts: [string, string | null][] = [
    ...destinations.flatMap((row): [string, string | null][] => [
      [sealingContext.destination(row, 'webhook-url'), row.sealed_webhook_url],
      [sealingContext.destination(row, 'token'), row.sealed_token],
    ]),
    ...signers.map((row): [string, string] => [sealingContext.signer(row.address), row.sealed_private_key]),
    ...answers.map((row): [string, string] => [sealingContext.idempotentAnswer(row.scope), row.sealed_answer]),
  ]
  return texts.filter((entry): entry is [string, string] => entry[1] !== null)
}
