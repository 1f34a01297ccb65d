import { expect, test } from 'vitest'
import { checksummed } from '../../../../src/api/address.ts'
import type { ChainEvent } from '../../../../src/api/schemas/chain-event.ts'
import { type MissingData, missingText, missingTexts } from '../../../../src/api/text/missing.ts'
import { type ActivityNote, notesText, noteTexts } from '../../../../src/api/text/notes.ts'
import { missingParameters } from '../../../support/missing-data.ts'
import { ask } from '../../../support/requests.ts'
import { CHAIN, hashOf, NotifiedChain, TREASURY } from './notified-chain.ts'

const LOWER = `0x${'ab'.repeat(20)}`
const SHOWN = checksummed(LOWER)

/** Every parameter that the text of a note can have. */
const given = {
  submitter: LOWER,
  contract: LOWER,
  creator: LOWER,
  delegate: LOWER,
  holder: LOWER,
  role: 'MINTER_ROLE',
  tokenId: '7',
  change: 'owner-added',
  count: 2,
  hasTrace: true,
  firstBlock: 5,
  lastBlock: 9,
  more: 1,
  unverified: true,
  allowances: [{ token: LOWER, spender: LOWER }],
}
const notes = Object.keys(noteTexts).map((code) => ({ code, ...given }) as ActivityNote)

const doubts: readonly ActivityNote[] = [
  ...(['claimed', 'untrue'] as const).map((doubt) => ({ code: 'owner-lost', contract: LOWER, doubt }) as const),
  ...(['maybe-stale', 'within-block', 'replaced'] as const).map(
    (doubt) => ({ code: 'delegated', delegate: LOWER, doubt }) as const,
  ),
]

/** What the service answers and notifies about events with these details. */
async function shown(details: readonly object[]) {
  const chain = await NotifiedChain.open()
  await chain.alert('watch')
  await chain.monitor()
  await chain.apply(...details.map((each, at) => ({ transaction: at + 1, kind: 'upgraded' as const, details: each })))
  const { body } = await ask(chain.service, 'GET', `/ext/v1/chain-events?size=100`)
  const events = new Map((body.content as ChainEvent[]).map((event) => [event.transactionId, event]))
  return {
    answered: details.map((_, at) => events.get(hashOf(at + 1))),
    notified: (await chain.events()).map(({ content }) => content.activities?.[0]),
  }
}

test('every note goes through the store, the interface and alerts as a code, with its text beside it', async () => {
  const all = [...notes, ...doubts]
  const { answered, notified } = await shown(all.map((note) => ({ notes: [note] })))
  const expected = JSON.parse(JSON.stringify(all).replaceAll(LOWER, SHOWN)) as ActivityNote[]
  const texts = expected.map((note) => notesText([note]))
  expect(answered.map((event) => event?.notes?.[0])).toEqual(expected)
  expect(answered.map((event) => event?.note)).toEqual(texts)
  expect(answered.map((event) => event?.text.at(-1))).toEqual(texts)
  expect(notified.map((activity) => [activity?.notes, activity?.note])).toEqual(
    expected.map((note, at) => [[note], texts[at]]),
  )
  expect(new Set(texts).size).toBe(texts.length)
  for (const text of texts) expect(text).toMatch(/^(?!.*(?:undefined|\[object))[a-zA-Z0-9][^\n]*[^.]$/)
})

test('several notes are one clause', async () => {
  const several = { notes: [{ code: 'unlisted-token' }, { code: 'to-permit2' }] }
  const { answered } = await shown([several, {}])
  expect(answered.map((event) => ({ note: event?.note, notes: event?.notes }))).toEqual([
    { note: 'a token on no list, to Permit2', notes: several.notes },
    {},
  ])
})

/** Every parameter that the text of missing data can have. */
const missed = {
  ...missingParameters,
  tokens: [LOWER],
  described: LOWER,
  safe: LOWER,
  parts: ['owners'],
  assets: [{ asset: LOWER, of: 'items' }],
}

test('every code of missing data goes through the store and the interface, with its text beside it', async () => {
  const { service } = await NotifiedChain.open()
  const body = { transaction: { chainId: CHAIN, from: TREASURY, to: LOWER, value: '1', data: '0x' }, trackNonce: false }
  const { svcTxId } = (await ask(service, 'POST', '/api/v2/transaction/validate', body)).body
  const missingData = Object.keys(missingTexts).map((code) => ({ code, ...missed }) as MissingData)
  const missing = missingData.map(missingText)
  const chainCoverage = { status: 'partial', missing, missingData }
  await service.store.write(async (db) => {
    const rows = db.selectFrom('transactions').select('result').where('id', '=', svcTxId)
    const result = JSON.parse((await rows.executeTakeFirstOrThrow()).result)
    const changed = { ...result, explanation: { ...result.explanation, missing, missingData }, chainCoverage }
    const update = db.updateTable('transactions').set({ result: JSON.stringify(changed) })
    await update.where('id', '=', svcTxId).execute()
  })
  const { result } = (await ask(service, 'GET', `/ext/v1/transactions/${svcTxId}`)).body
  expect(result.explanation).toMatchObject({ missing, missingData })
  expect(result.chainCoverage).toEqual(chainCoverage)
  expect((result.explanation.missingData as MissingData[]).map(missingText)).toEqual(missing)
})
