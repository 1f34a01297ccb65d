import { expect, test } from 'vitest'
import { type OperationId, operation } from '../../../src/api/operations/operations.ts'
import { takesText } from '../../../src/api/parsing/body-members.ts'

test.each<[OperationId, string, boolean]>([
  ['validateTransaction', 'transaction.chainId', true],
  ['validateTransaction', 'transaction.value', true],
  ['validateTransaction', 'transaction.to', true],
  ['validateTransaction', 'clientData.ip', true],
  ['validateTransaction', 'trackNonce', false],
  ['validateTransaction', 'transaction', false],
  ['createAlert', 'alertName', true],
  ['createAlert', 'alertType', true],
  ['createAlert', 'destinationIds', false],
  ['createAlert', 'transactionFilter.fromScore', false],
  ['createAlert', 'transactionFilter.validationStatusConfiguration.alertOnSafe', false],
  ['createMonitor', 'enabled', false],
  ['createMonitor', 'nothing.of.the.kind', false],
  ['createMonitor', 'constructor', false],
])('%s takes text at %s: %s', (id, member, expected) => {
  const { body } = operation(id)
  expect(body && takesText(body(), member.split('.'))).toBe(expected)
})
