import { expect } from 'vitest'
import { eventually, FollowLab, type LabOptions } from './follow-lab.ts'
import type { ForkingChain } from './forking-chain.ts'

const ETHER = 10n ** 18n
/** Transactions that pay two addresses each. */
const PAYMENTS = 24
const payees = [`0x${'a1d0'.repeat(10)}`, `0x${'b2e0'.repeat(10)}`] as const

/** Sends half of what it is paid to each of two addresses in the call data, without an event. */
const splitter = {
  address: `0x${'f0a4'.repeat(10)}`,
  code: '0x600060006000600060023404600035 5af150 600060006000600047602035 5af100'.replaceAll(' ', ''),
}
const data = `0x${payees.map((address) => address.slice(2).padStart(64, '0')).join('')}`

async function payBoth(chain: ForkingChain): Promise<string> {
  const { hash } = await chain.include(chain.fresh(), { to: splitter.address, value: ETHER, data })
  return hash
}

/** Both addresses of every transaction are reported once. */
export async function tellsBoth(options: Pick<LabOptions, 'startChain' | 'database'>): Promise<void> {
  const lab = await FollowLab.start({ ...options, monitor: payees })
  const { chain, receiver } = lab
  await chain.rpc('hardhat_setCode', splitter.address, splitter.code)
  await lab.follows()
  await lab.passes(1)
  await lab.audits(...payees)
  const paid: string[] = []
  for (const rest of [PAYMENTS / 3, (2 * PAYMENTS) / 3, PAYMENTS]) {
    // The second third while nobody looks.
    if (paid.length === PAYMENTS / 3) await lab.stop()
    if (paid.length === (2 * PAYMENTS) / 3) await lab.restart()
    while (paid.length < rest) paid.push(await payBoth(chain))
  }
  const expected = paid.flatMap((hash) => payees.map((address) => `${hash} ${address}`)).toSorted()
  const notified = () =>
    receiver.notified.flatMap(({ hash, data: { activities = [] } }) =>
      activities.map(({ address }: { readonly address: string }) => `${hash} ${address.toLowerCase()}`),
    )
  await chain.mine()
  await eventually('every message', () => (notified().length >= expected.length ? true : undefined))
  await lab.passes(2)
  expect(notified().toSorted()).toEqual(expected)
  expect(receiver.faults).toEqual([])
}
