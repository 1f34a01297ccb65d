import { expect } from 'vitest'
import { requestsTo } from '../../support/requests.ts'
import { type FollowDesk, owners, PAYEE, SAFE, test } from '../safes/follow/follow-desk.ts'

const [alice, bob] = owners

/** Five wei a day for the Safe. */
async function withPolicy({ service }: FollowDesk) {
  const { send } = requestsTo(service)
  await send('POST', '/ext/v1/policies', {
    name: 'treasury',
    mode: 'enforce',
    applies: { senders: [SAFE] },
    default: 'deny',
    allow: [{ pays: { to: [PAYEE], per: { '24h': '0.000000000000000005 ETH' } } }, { signs: { types: ['SafeTx'] } }],
  })
  return {
    used: async () => {
      const { content } = await send('GET', '/ext/v1/policies/treasury/usage')
      return content.map((each: { used: string; reservations: number }) => [each.used, each.reservations])
    },
    verdicts: async () => {
      const { content } = await send('GET', '/ext/v1/transactions?sort=createdAt,asc')
      return content.map(({ valid }: { valid: boolean }) => valid)
    },
  }
}

test('a transaction of a Safe is checked when it is queued, and counts when it is executed, one for each nonce', async ({
  desk,
}) => {
  const { used, verdicts } = await withPolicy(desk)
  const [paid, rival, large] = [
    desk.row({ nonce: 0n, value: 3n }, [alice, bob]),
    desk.row({ nonce: 0n, value: 4n }, [alice]),
    desk.row({ nonce: 1n, value: 6n }, [alice]),
  ]
  desk.standIn.transactions = [paid, rival, large]
  await desk.poll()
  expect((await verdicts()).toSorted()).toEqual([false, true, true])
  expect(await used()).toEqual([['0 ETH', 0]])
  const transactionHash = desk.chain.execute(paid.safeTxHash)
  desk.standIn.transactions = [{ ...paid, isExecuted: true, transactionHash }, rival, large]
  await desk.poll()
  await desk.poll()
  expect(await used()).toEqual([['0.000000000000000003 ETH', 0]])
  desk.chain.undo()
  desk.standIn.transactions = [paid, rival, large]
  await desk.poll()
  await desk.poll()
  // What was signed may be executed again.
  expect(await used()).toEqual([['0.000000000000000003 ETH', 1]])
})

test('one that fails counts nothing', async ({ desk }) => {
  const { used } = await withPolicy(desk)
  const paid = desk.row({ nonce: 0n, value: 3n }, [alice, bob])
  desk.standIn.transactions = [paid]
  await desk.poll()
  desk.chain.execute(paid.safeTxHash, false)
  desk.standIn.transactions = []
  await desk.poll()
  await desk.poll()
  expect(await used()).toEqual([['0 ETH', 0]])
})
