import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileContracts } from '../../scripts/contracts.ts'
import { exampleChain } from '../../scripts/example-chain.ts'
import { needs } from '../support/needs.ts'

const { test: testWithCompiler } = needs('solcjs')

testWithCompiler('the code beside each contract is what the compiler makes of it: npm run contracts', () => {
  const compiled = compileContracts()
  expect(compiled.size).toBeGreaterThan(2)
  for (const [path, content] of compiled) expect(readFileSync(path, 'utf8') === content, path).toBe(true)
})

test('the chain of docs/chain.md has that code', () => {
  for (const [path, content] of exampleChain()) expect(readFileSync(path, 'utf8') === content, path).toBe(true)
})
