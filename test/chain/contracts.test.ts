import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { compileContracts } from '../../scripts/contracts.ts'
import { needs } from '../support/needs.ts'

const { test } = needs('solcjs')

test('the code beside each contract is what the compiler makes of it: npm run contracts', () => {
  const compiled = compileContracts()
  expect(compiled.size).toBeGreaterThan(2)
  for (const [path, content] of compiled) expect(readFileSync(path, 'utf8') === content, path).toBe(true)
}, 180_000)
