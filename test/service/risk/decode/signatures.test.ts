import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import { expect, test } from 'vitest'
import type { Parameter } from '../../../../src/service/risk/decode/layout.ts'
import { honestSignatures, signatureText } from '../../../../src/service/risk/decode/signatures.ts'
import { effectRows } from '../../../../src/service/risk/effects/look-up.ts'

const known = effectRows().flatMap(([selector]) => honestSignatures(selector) ?? [])

test('every selector is the start of the hash of its signature', () => {
  const written = known.map((signature) => [signature.selector, signatureText(signature)])
  const computed = written.map(([, text = '']) => [Hash.keccak256(Hex.fromString(text)).slice(0, 10), text])
  expect(written).toEqual(computed)
})

test('the table has the most used functions', () => {
  const texts = new Set(known.map(signatureText))
  for (const text of [
    'transfer(address,uint256)',
    'transferFrom(address,address,uint256)',
    'safeTransferFrom(address,address,uint256,uint256,bytes)',
    'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    'approve(address,uint256)',
    'increaseAllowance(address,uint256)',
    'setApprovalForAll(address,bool)',
    'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
    'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
    'multicall(bytes[])',
    'aggregate3((address,bool,bytes)[])',
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    'handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)',
    'upgradeToAndCall(address,bytes)',
    'diamondCut((address,uint8,bytes4[])[],address,bytes)',
  ])
    expect(texts).toContain(text)
})

test('every parameter has a unique name', () => {
  const faults = known.flatMap((signature) =>
    nameFaults(signature.layout.parameters).map((fault) => `${signatureText(signature)}: ${fault}`),
  )
  expect(faults).toEqual([])
})

function nameFaults(parameters: readonly Parameter[]): string[] {
  const names = parameters.map(({ name }) => name ?? '')
  return [
    ...names.filter((name, index) => name === '' || names.indexOf(name) !== index),
    ...parameters.flatMap(({ components }) => nameFaults(components ?? [])),
  ]
}
