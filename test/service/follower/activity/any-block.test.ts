import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RpcReply } from '../../../../src/service/chain/rpc/json-rpc.ts'
import type { SendBatch } from '../../../../src/service/chain/state/state-reader.ts'
import type { Log } from '../../../../src/service/evm/logs.ts'
import { topicOf } from '../../../../src/service/evm/words.ts'
import type { Activity } from '../../../../src/service/follower/activity/activity.ts'
import * as b from './blocks.ts'
import { activityReader, monitored } from './reading.ts'

const { treasury, ops, vault, stranger, spender, payee, lookalike, usdc, dai, unlisted, permit2, zero } = b
const { read } = activityReader()

const topics = [
  'Transfer(address,address,uint256)',
  'Approval(address,address,uint256)',
  'ApprovalForAll(address,address,bool)',
  'TransferSingle(address,address,address,uint256,uint256)',
  'TransferBatch(address,address,address,uint256[],uint256[])',
  'Approval(address,address,address,uint160,uint48)',
  'Permit(address,address,address,uint160,uint48,uint48)',
  'Lockdown(address,address,address)',
  'ExecutionSuccess(bytes32,uint256)',
  'ExecutionFromModuleSuccess(address)',
  'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
  'Upgraded(address)',
  'AdminChanged(address,address)',
  'OwnershipTransferred(address,address)',
  'AddedOwner(address)',
  'RoleGranted(bytes32,address,address)',
  'SafeSetup(address,address[],uint256,address,address)',
].map(topicOf)

const account = fc.constantFrom(treasury, ops, vault, stranger, spender, payee, lookalike, zero)
const token = fc.constantFrom(usdc, dai, unlisted)
const word = fc.oneof(
  { weight: 4, arbitrary: account.map(b.word) },
  { weight: 2, arbitrary: fc.constantFrom(0n, 1n, 2n, 32n, 64n, 10n ** 18n, 2n ** 256n - 1n).map(b.word) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(b.word) },
)

/** Events of known names with any arguments, whole or cut off. */
const anyLog: fc.Arbitrary<Log> = fc
  .record({
    address: fc.oneof(token, account, fc.constant(permit2)),
    event: fc.constantFrom(...topics),
    indexed: fc.array(word, { maxLength: 3 }),
    words: fc.array(word, { maxLength: 8 }),
    cut: fc.integer({ min: 0, max: 3 }),
    isAnonymous: fc.boolean(),
  })
  .map(({ address, event, indexed, words, cut, isAnonymous }) => ({
    address,
    topics: isAnonymous && indexed.length === 0 ? [] : [event, ...indexed.map((each) => `0x${each}`)],
    data: `0x${words.join('')}`.slice(0, Math.max(2, 2 + 64 * words.length - 2 * cut)),
  }))

const realTransfer = fc
  .record({
    token: fc.constantFrom(usdc, dai),
    from: account,
    to: account,
    amount: fc.bigInt({ min: 1n, max: 10n ** 24n }),
  })
  .map((each) => ({ ...each, log: b.transfer(each.token, each.from, each.to, each.amount) }))

const anyTx = fc.record({
  from: account,
  to: fc.option(fc.oneof(account, token), { nil: undefined }),
  value: fc.constantFrom(0n, 1n, 10n ** 18n),
  type: fc.constantFrom(0, 2, 4, 0x7e, 0x64, 0x69),
  mint: fc.constantFrom(0n, 5n),
  succeeded: fc.constantFrom(true, undefined),
  created: fc.option(account, { nil: undefined }),
  authorizations: fc.array(
    fc.record({ authority: account, delegate: account, nonce: fc.bigInt({ min: 0n, max: 2n }) }),
    { maxLength: 2 },
  ),
})

/** Answers, failures, too few replies and junk, by turns. */
function anyAsk(answers: readonly (string | null)[]): SendBatch {
  let turn = 0
  return async (requests) => {
    if (answers.length === 0) throw new Error('the node is gone')
    return requests.flatMap((): RpcReply[] => {
      const answer = answers[turn++ % answers.length]
      if (answer === undefined) return []
      return [answer === null ? { failure: { kind: 'timeout', message: 'node: timeout' } } : { result: answer }]
    })
  }
}

const anyAnswers = fc.array(
  fc.oneof(
    word.map((each) => `0x${each}`),
    fc.constantFrom(null, '0x', 'junk', `0x${'f'.repeat(300)}`),
  ),
  { maxLength: 6 },
)

function expectSound(activities: readonly Activity[]): void {
  const keys = activities.map(({ address, kind, mined }) => `${address} ${kind} ${mined?.transaction.hash}`)
  expect(new Set(keys).size).toBe(keys.length)
  for (const { address, details } of activities) {
    expect(monitored).toContain(address)
    expect(details.moves?.length ?? 0).toBeLessThanOrEqual(12)
    expect(JSON.stringify(details).length).toBeLessThan(8_000)
    for (const { amount } of details.moves ?? []) expect(amount).toMatch(/^\d+$/)
  }
}

test('any events of any node give bounded activities of monitored addresses, each kind once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyTx, fc.array(anyLog, { maxLength: 12 })), { minLength: 1, maxLength: 3 }),
      anyAnswers,
      async (transactions, answers) => {
        expectSound(
          await read(
            transactions.map(([tx, logs]) => ({ ...tx, logs })),
            anyAsk(answers),
          ),
        )
      },
    ),
    { numRuns: 150 },
  )
})

test('listed tokens are reported whole, and what leaves with value is never poison', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyTx,
      fc.array(realTransfer, { minLength: 1, maxLength: 3 }),
      fc.array(anyLog, { maxLength: 5 }),
      anyAnswers,
      async (tx, transfers, junk, answers) => {
        const others = junk.filter(({ address }) => address !== usdc && address !== dai)
        const logs = [...transfers.map(({ log }) => log), ...others]
        const activities = await read([{ ...tx, logs }], anyAsk(answers))
        expectSound(activities)
        for (const owner of monitored)
          for (const asset of [usdc, dai]) {
            const moved = transfers.filter((each) => each.token === asset && each.from !== each.to)
            const total = (direction: 'out' | 'in', kinds: readonly string[]) =>
              activities
                .filter(({ address, kind }) => address === owner && kinds.includes(kind))
                .flatMap(({ details }) => details.moves ?? [])
                .filter((move) => move.token === asset && move.direction === direction)
                .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
            const sum = (side: 'from' | 'to') =>
              moved.filter((each) => each[side] === owner).reduce((all, { amount }) => all + amount, 0n)
            expect(total('out', ['sent', 'allowance-spent'])).toBe(sum('from'))
            expect(total('out', ['poison'])).toBe(0n)
            // Dust of a lookalike is the only income that is none.
            expect(total('in', ['received', 'poison'])).toBe(sum('to'))
          }
      },
    ),
    { numRuns: 150 },
  )
})
