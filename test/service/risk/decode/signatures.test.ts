import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { expect, test } from 'vitest'
import { signatures, signatureText } from '../../../../src/service/risk/decode/signatures.ts'

test('every selector is the start of the hash of its own signature', () => {
  const written = Array.from(signatures.values(), (signature) => [signature.selector, signatureText(signature)])
  const computed = written.map(([, text = '']) => [Hash.keccak256(Hex.fromString(text)).slice(0, 10), text])
  expect(written).toEqual(computed)
})

test('the table holds the plain transfers and approvals of the token standards', () => {
  expect(Array.from(signatures.values(), signatureText)).toEqual([
    'transfer(address,uint256)',
    'transferFrom(address,address,uint256)',
    'safeTransferFrom(address,address,uint256)',
    'safeTransferFrom(address,address,uint256,bytes)',
    'safeTransferFrom(address,address,uint256,uint256,bytes)',
    'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    'approve(address,uint256)',
    'increaseAllowance(address,uint256)',
    'decreaseAllowance(address,uint256)',
    'setApprovalForAll(address,bool)',
    'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  ])
})

test('every address argument has a role, so that none escapes the lists', () => {
  const roleless = Array.from(signatures.values()).flatMap(({ name, parameters }) =>
    parameters.filter(({ type, role }) => type === 'address' && role === undefined).map((p) => `${name}.${p.name}`),
  )
  expect(roleless).toEqual([])
})

test('a withdrawal rests on an argument that the function has', () => {
  for (const { withdraws, parameters } of signatures.values())
    if (typeof withdraws === 'object') expect(parameters.map(({ name }) => name)).toContain(withdraws.parameter)
})
