import { productTypes, slotModes } from '../../api/vocabulary.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { choice, flag, list, type OptionValues, openChoice, parsed, text, underHeading } from '../../cli/options.ts'
import { bulkOptions } from '../options/bulk-options.ts'
import { dataOption, quantityOption, valueOption } from '../options/transaction-options.ts'
import { nodeFlags, simulateFlags } from './simulate-flags.ts'
import { titles } from './topics.ts'
import { gates } from './verdict-exit-code.ts'

export const options = {
  file: text('file', 'transactions in any form of docs/inputs.md; - is stdin'),
  batch: text('file', 'many transactions, one a row; - is stdin'),
  typedData: text('file', 'message to be signed: EIP-712, EIP-7702, a text; - is stdin'),
  x402: text('file', 'payment-required body of x402, paid by --from; - is stdin'),
  recheck: text('svcTxId', 'validation whose transaction is validated again', { completes: 'tx' }),
  chain: text('chain', 'chain id or name'),
  from: text('address', 'sender or signer'),
  to: text('address', 'recipient or contract; without it a contract is created'),
  value: valueOption,
  data: dataOption('call data'),
  token: text('token', 'token to pay in: a known symbol, an address, or native'),
  amount: text('n', 'amount to pay in units of --token, such as 1250.75'),
  explain: flag('show every reason, score, address and missing data'),
  failOn: choice(gates, 'lowest verdict that fails the command; default unsafe'),
  ...underHeading(titles.batch, {
    files: { ...list('glob', 'validate the transactions of every file that matches'), parse: (_, globs) => globs },
    summary: choice(
      ['markdown'] as const,
      'with --file or --files: print one table in Markdown, for the summary of a job',
    ),
    ...bulkOptions,
  }),
  ...underHeading(titles.messages, {
    site: text('host', 'site that asks for a sign-in, to compare with the one in the text'),
  }),
  ...underHeading(titles.x402, {
    maxAmount: text('n', 'with --x402: refuse offers above this, in whole units of their asset, such as 100'),
  }),
  ...underHeading(titles.simulation, {
    ...simulateFlags,
    ...nodeFlags,
    trace: text(
      'file',
      'call trace (callTracer with logs, or trace_transaction), as JSON: inner calls are checked too; - is stdin',
    ),
  }),
  ...underHeading(titles.advanced, {
    nonce: quantityOption('account nonce of the sender'),
    sign: flag('request a signed payload'),
    trackNonce: flag('request a tracked nonce in the payload'),
    payloadSlot: choice(slotModes, 'whether the last bytes argument of the call holds the payload; default auto'),
    product: openChoice(productTypes, 'product that validates; default SONAR (SONAR, RASP: docs/glossary.md)'),
    userAgent: text('text', 'user agent of the requesting client'),
    ip: parsed('address', 'IP address of the requesting client', (flagName, given) => {
      if (process.getBuiltinModule('node:net').isIP(given) !== 0) return given
      throw usageError(`${flagName}: ${JSON.stringify(given)} is not an IP address`)
    }),
    apiVersion: choice(['v2', 'v1'] as const, 'version of the interface; v1 is deprecated'),
  }),
}

export type ValidateInput = OptionValues<typeof options>

/** Some of them, which are given. */
export type GivenFlags<K extends keyof ValidateInput> = ValidateFlags & {
  readonly [N in K]: NonNullable<ValidateInput[N]>
}

/** What other commands and rows of files give of them. */
export type ValidateFlags = Partial<ValidateInput>
