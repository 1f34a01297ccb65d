import { expect, test } from 'vitest'
import { coverages } from '../../../src/api/vocabulary.ts'
import { testAddresses } from '../../../src/service/intel/baseline-records.ts'
import { readDescriptors } from '../../../src/service/intel/contracts/erc7730/read-descriptors.ts'
import type { Service } from '../../../src/service/service.ts'
import { send } from '../../support/requests.ts'
import { openLocalIntel } from '../intel/local-intel.ts'

const SENDER = '0x5e4de0a1b3c2d4f5061728394a5b6c7d8e9fa0b1'
const CONTRACT = '0x70ce5a1b3c2d4f5061728394a5b6c7d8e9fa0b12'
const OTHER = '0x8f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c'
const TYPE = 'Bazaar(address payee,uint256 amount)'

const typedData = (payee: string, name = 'Shop') => ({
  primaryType: 'Bazaar',
  types: {
    Bazaar: [
      { name: 'payee', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  domain: { name, chainId: 1, verifyingContract: CONTRACT },
  message: { payee, amount: '7' },
})

const descriptor = (fields: readonly object[], more: object = {}) => ({
  context: { eip712: { deployments: [{ chainId: 1, address: CONTRACT }], ...more } },
  display: { formats: { [TYPE]: { intent: 'Buy', fields } } },
})

interface Verdict {
  readonly valid: boolean
  readonly combinedScore: number
  readonly coverage: (typeof coverages)[number]
}

const describeIn = async (service: Service, content: object) => {
  const { contracts, refused } = readDescriptors([{ name: 'bazaar.json', text: JSON.stringify(content) }])
  expect(refused).toEqual([])
  for (const body of contracts) await send(service, 'PUT', '/ext/v1/contracts', body)
}

const verdictOf = (service: Service, payee: string, name?: string) =>
  send<Verdict>(service, 'POST', '/ext/v1/typed-data/validate', { from: SENDER, typedData: typedData(payee, name) })

const amount = { path: 'amount', label: 'Price\u202e', format: 'raw' }
const payee = (label: string) => ({ path: 'payee', label, format: 'addressName' })

test('an unknown message of a described contract is shown with its labels, and stays NO DATA', async () => {
  const { service } = await openLocalIntel()
  await describeIn(service, descriptor([amount, payee('Recipient')], { domain: { name: 'Shop' } }))
  const shown = await verdictOf(service, OTHER)
  expect(shown.coverage).toBe('none')
  expect(JSON.stringify(shown)).toContain(
    'A public descriptor shows \\"Buy\\": \\"Price\\\\\\\\u{202e}\\" \\"7\\", \\"Recipient\\"',
  )
  // Another domain than the descriptor demands.
  expect(JSON.stringify(await verdictOf(service, OTHER, 'Shop2'))).not.toContain('A public descriptor')
})

test('hostile descriptors of messages never lower a verdict', async () => {
  const { service } = await openLocalIntel()
  const payees = [OTHER, testAddresses.drainer, testAddresses.sanctioned, SENDER]
  const before = await Promise.all(payees.map((each) => verdictOf(service, each)))
  for (const fields of [
    [],
    [amount],
    ...['Recipient', 'Spender', 'Owner', 'Token'].map((label) => [payee(label), amount]),
    [{ ...payee('Nonce'), visible: 'never' }],
    [{ path: '@.from', label: 'Recipient', format: 'addressName' }],
    [{ path: '@.to', label: 'Beneficiary', format: 'addressName' }],
    [{ ...amount, visible: { mustMatch: ['8'] } }, payee('Recipient')],
  ]) {
    await describeIn(service, descriptor(fields))
    for (const [index, each] of payees.entries()) {
      const [least, verdict] = [before[index] as Verdict, await verdictOf(service, each)]
      const about = `${each} with ${JSON.stringify(fields)}`
      expect(verdict.valid && !least.valid, about).toBe(false)
      expect(verdict.combinedScore, about).toBeGreaterThanOrEqual(least.combinedScore)
      expect(coverages.indexOf(verdict.coverage), about).toBeLessThanOrEqual(coverages.indexOf(least.coverage))
    }
  }
})
