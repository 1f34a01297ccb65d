import { describe, expect, test } from 'vitest'
import { meaningsOf } from '../../../../src/service/intel/formats/etherscan-meaning.ts'

const kindsOf = (name: string, ...labels: string[]) =>
  meaningsOf(name, labels).map(({ kind, severity }) => (severity === undefined ? kind : `${kind} ${severity}`))

describe('label "blocked"', () => {
  test('is none of a token contract, which received coins by mistake', () => {
    expect(kindsOf('Curve.fi: CRV Token', 'blocked', 'curve-fi')).toEqual(['protocol'])
    expect(kindsOf('Harvest.Finance: FARM Token', 'blocked')).toEqual(['protocol'])
    expect(kindsOf('Example: Vault', 'blocked')).toEqual(['malicious 45', 'protocol'])
  })

  test('is only a warning without a name, and grave with a suspicious name', () => {
    expect(kindsOf('', 'blocked')).toEqual(['malicious 45'])
    expect(kindsOf('Kucoin Hacker', 'blocked')).toEqual(['malicious 85'])
  })
})

test('keeps the gravest accusation, and no fact beside a grave one', () => {
  expect(kindsOf('Example: Old Router', 'heist', 'phish-hack', 'sushiswap')).toEqual(['malicious 90'])
})

test('a delisted mixer is not sanctioned', () => {
  expect(kindsOf('Tornado.Cash: 1 ETH', 'ofac-sanctions-lists', 'tornado-cash')).toEqual(['mixer 80'])
  expect(kindsOf('Tornado.Cash: 1 ETH', 'ofac-sanctions-lists')).toEqual(['mixer 80'])
  expect(kindsOf('', 'blocked', 'ofac-sanctions-lists')).toEqual(['sanctioned'])
})

test('names of people and bots are not facts', () => {
  expect(kindsOf('Example: Deployer', 'contract-deployer', 'aave')).toEqual([])
  expect(kindsOf('Multichain Hack Alert 12', 'take-action')).toEqual([])
  expect(kindsOf('', 'airdrop-hunter')).toEqual([])
})

test('a suspicious name with a harmless label is not a fact', () => {
  expect(kindsOf('Bridge Exploiter 3', 'bridge')).toEqual([])
})

test('recognises a token by the symbol in its name, also one issued by an exchange', () => {
  expect(meaningsOf('Example Coin (EXC)', ['exchange', 'payments'])).toEqual([
    { kind: 'token', name: 'Example Coin', symbol: 'EXC', label: 'Example Coin (EXC)' },
  ])
  expect(kindsOf('Kraken 4', 'kraken')).toEqual(['exchange'])
})

test("treats an unknown label as a project's name", () => {
  expect(meaningsOf('', ['brand-new-swap'])).toEqual([{ kind: 'protocol', imitable: true, label: 'brand-new-swap' }])
})
