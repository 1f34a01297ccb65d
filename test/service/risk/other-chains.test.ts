import { expect, test } from 'vitest'
import { present } from '../../../bench/detection/adversarial/evidence.ts'
import { attacks, honest, idOf } from '../../../bench/detection/adversarial/index.ts'
import { judged, verdictOfRisk } from '../../../bench/detection/run-engine.ts'
import { mostFees, pricedCurrency, setChains } from '../../../src/api/chains.ts'
import { baselineFor } from '../../../src/service/intel/baseline.ts'
import type { IntelRecord } from '../../../src/service/risk/evidence.ts'

/** A listed chain, one where contracts have other addresses, and one that only the operator knows. */
const LISTED = '59144'
const ZK_SYNC = '324'
const DEFINED = '777001'

const rows = [...honest, ...attacks].flatMap((group) =>
  group.rows
    .filter(({ lists = [], intel = [], history = [], to }) => to && [...lists, ...intel, ...history].length === 0)
    .map((row) => ({ name: idOf(group, row), ...present(row) })),
)

/** Words of call data that are an address of the built-in knowledge have one in its place that nothing is known of. */
function withoutKnowledge(data: string, isBorrowed: (address: string) => boolean): string {
  const words = data.slice(10).match(/.{1,64}/g) ?? []
  const unknown = words.map((word) =>
    word.length === 64 && isBorrowed(`0x${word.slice(24)}`) ? word.slice(0, 24) + unknownFor(word.slice(24)) : word,
  )
  return data.slice(0, 10) + unknown.join('')
}

function unknownFor(digits: string): string {
  return `5e${digits.slice(2, 20)}${digits.slice(0, 18)}5e`
}

/** What vouches: that an address is a burn address, or a threat, is so everywhere. */
const vouches = ({ canonical = false }: IntelRecord) => canonical

test.each([
  { chainId: LISTED, borrowed: (record: IntelRecord) => record.chainIds.length > 0 },
  { chainId: ZK_SYNC, borrowed: vouches },
  { chainId: DEFINED, borrowed: vouches },
])('no verdict on chain $chainId is better for what is known on another', ({ chainId, borrowed }) => {
  const isBorrowed = (address: string) => baselineFor(address).some(borrowed)
  setChains([{ chainId: DEFINED, name: 'our-rollup', currency: 'FOO' }])
  let compared = 0
  const borrowing = rows.filter(({ transaction, knowledge, known }) => {
    const onIt = { ...transaction, chainId }
    const bare = {
      ...onIt,
      to: transaction.to && isBorrowed(transaction.to) ? `0x${unknownFor(transaction.to.slice(2))}` : transaction.to,
      data: withoutKnowledge(transaction.data, isBorrowed),
    }
    if (bare.to === onIt.to && bare.data === onIt.data) return false
    compared += 1
    const [verdict, without] = [onIt, bare].map((each) => verdictOfRisk(judged(each, knowledge, known)))
    return verdict === 'SAFE' && without !== 'SAFE'
  })
  expect(compared).toBeGreaterThan(100)
  expect(borrowing.map(({ name }) => name)).toEqual([])
})

test.each([
  ['ethereum', '1', true],
  ['a listed chain', LISTED, true],
  ['a test network of the list', '59141', false],
  ['a chain that is defined', DEFINED, false],
])('what is called ETH on %s has the worth of ether: %s is %s', (_, chainId, isEther) => {
  setChains([{ chainId: DEFINED, name: 'our-rollup', currency: 'ETH' }])
  expect([pricedCurrency(chainId) === 'ETH', mostFees(chainId) === 5n * 10n ** 17n]).toEqual([isEther, isEther])
})
