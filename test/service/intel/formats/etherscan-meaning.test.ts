import { describe, expect, test } from 'vitest'
import { meaningsOf } from '../../../../src/service/intel/formats/etherscan-meaning.ts'

const kindsOf = (name: string, ...labels: string[]) =>
  meaningsOf(name, labels).map(({ kind, severity }) => (severity === undefined ? kind : `${kind} ${severity}`))

describe('"blocked", which is also said of tokens that somebody sent stablecoins to', () => {
  test('is a warning, and a fact when the name is that of a project', () => {
    expect(kindsOf('Curve.fi: CRV Token', 'blocked', 'curve-fi')).toEqual(['malicious 45', 'protocol'])
    expect(kindsOf('Harvest.Finance: FARM Token', 'blocked')).toEqual(['malicious 45', 'protocol'])
  })

  test('is a warning alone without a name, and more when the name accuses', () => {
    expect(kindsOf('', 'blocked')).toEqual(['malicious 45'])
    expect(kindsOf('Kucoin Hacker', 'blocked')).toEqual(['malicious 85'])
  })
})

test('of several accusations the gravest is told, and no fact beside a grave one', () => {
  expect(kindsOf('Example: Old Router', 'heist', 'phish-hack', 'sushiswap')).toEqual(['malicious 90'])
})

test('a mixer that OFAC took off its list is no sanction any more', () => {
  expect(kindsOf('Tornado.Cash: 1 ETH', 'ofac-sanctions-lists', 'tornado-cash')).toEqual(['mixer 80'])
  expect(kindsOf('Tornado.Cash: 1 ETH', 'ofac-sanctions-lists')).toEqual(['mixer 80'])
  expect(kindsOf('', 'blocked', 'ofac-sanctions-lists')).toEqual(['sanctioned'])
})

test('names of people and bots vouch for nobody', () => {
  expect(kindsOf('Example: Deployer', 'contract-deployer', 'aave')).toEqual([])
  expect(kindsOf('Multichain Hack Alert 12', 'take-action')).toEqual([])
  expect(kindsOf('', 'airdrop-hunter')).toEqual([])
})

test('a name that accuses makes no fact of a harmless label', () => {
  expect(kindsOf('Bridge Exploiter 3', 'bridge')).toEqual([])
})

test('a token is told by the symbol in its name, also one that an exchange issued', () => {
  expect(meaningsOf('Example Coin (EXC)', ['exchange', 'payments'])).toEqual([
    { kind: 'token', name: 'Example Coin', symbol: 'EXC', label: 'Example Coin (EXC)' },
  ])
  expect(kindsOf('Kraken 4', 'kraken')).toEqual(['exchange'])
})

test('a label nobody has seen yet is the name of a project', () => {
  expect(meaningsOf('', ['brand-new-swap'])).toEqual([{ kind: 'protocol', imitable: true, label: 'brand-new-swap' }])
})
