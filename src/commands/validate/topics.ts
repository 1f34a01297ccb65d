import type { HelpTopic } from '../../cli/define.ts'

/** Other work of `validate` than one transaction; a title is also the group of its flags. */
export const titles = {
  batch: 'Many transactions',
  messages: 'Messages to be signed',
  x402: 'Paid requests (x402)',
  recheck: 'Again, before it is signed',
  simulation: 'Simulation on a node',
  advanced: 'Payloads, client, product, version',
} as const

export const topics: readonly HelpTopic[] = [
  {
    name: 'batch',
    title: titles.batch,
    description:
      'With --files each transaction of each file that matches is validated, rows of .csv files too; --summary markdown prints them as one table, the worst first. The exit code is that of the worst verdict, or 4 when a file has none.\n\nWith --batch the exit code is that of the worst verdict, or 4 when a row failed. A file is checked as a whole before its first row is sent, stdin row by row. Ctrl-C stops after the rows in progress; --resume continues and validates no row twice. Equal rows are each validated once, and named in the summary. Rows may have token and amount in the place of value and data; a note is repeated in the result and not sent. In a table a value has its unit (1.5ether), or its column has (value_ether).',
    examples: [
      {
        command: 'txwarden validate --batch examples/payouts.csv --report verdicts.csv',
        note: 'one transaction a row: chain, from, to, token and amount, or value, data; nonce, note',
      },
      { command: 'txwarden validate --batch examples/payouts.csv --report verdicts.csv --resume' },
      {
        command: "txwarden validate --files 'safe/**/*.json' --summary markdown",
        note: 'every file of a repository, as one table',
      },
      { command: 'txwarden validate --batch - --fail-on no-data -o ndjson < transactions.ndjson' },
    ],
  },
  {
    name: 'messages',
    title: titles.messages,
    description:
      'With --typed-data a message is checked as what its signature allows: permits, orders, Safe transactions, user operations, authorizations. The file holds the typed data, an eth_signTypedData_v4 request, or an EIP-7702 authorization. --from and --chain are needed only where the message does not name them. Nothing is stored.\n\nA text (bare, or a personal_sign request) is NO DATA, unless it is a sign-in (EIP-4361): that is SAFE where --site is the site in it and all in it agrees, NO DATA without --site, UNSAFE for another site, and WARNING where it is for another account, out of its time, or looks like a sign-in and is none. Rights that it gives away (EIP-5573) are NO DATA at least. 32 bytes are refused, because they can be the hash of anything.',
    examples: [
      {
        command: 'txwarden validate --typed-data examples/permit-to-drainer.json',
        note: 'a message to be signed: blocked, exit code 12',
      },
      {
        command: 'txwarden validate --typed-data examples/sign-in.txt --site app.example.com',
        note: 'a sign-in, and the site that asks for it',
      },
    ],
  },
  {
    name: 'x402',
    title: titles.x402,
    description:
      'With --x402 each offer of a payment-required body is checked as the authorization (EIP-3009) that it makes --from sign; the worst verdict counts. An offer of another scheme or network is NO DATA, and so is one whose amount is stated twice and differently, or whose signature would be void. With --max-amount an offer above it is WARNING, and the exit code is 10 or higher when an offer is above or cannot be compared, also without --fail-on.',
    examples: [
      {
        command:
          'txwarden validate --x402 examples/agents/payment-required.json --from 0x7E57E185F01f2900F3b969962D790bD76275007A',
        note: 'what a paid request makes a wallet sign',
      },
    ],
  },
  {
    name: 'recheck',
    title: titles.recheck,
    description:
      '--recheck takes the svcTxId of an earlier validation, validates its transaction again and shows what changed: verdict, score, assets, allowances, reasons. The exit code is that of the new verdict. It asks for no payload unless --sign is given.',
    examples: [{ command: 'txwarden validate --recheck <svcTxId>', note: 'some time after the first check' }],
  },
  {
    name: 'simulation',
    title: titles.simulation,
    description:
      'Where a node of the chain is configured, the transaction is simulated there: the card and --json show what it does to balances and allowances. Without an answer of the node the verdict stands, and the missing data says so; --simulate yes gives no verdict then.',
    examples: [
      { command: 'txwarden validate --file examples/transfer-to-known.json --simulate no' },
      { command: 'txwarden validate --file examples/transfer-to-known.json --trace trace.json --explain' },
    ],
  },
  {
    name: 'advanced',
    title: titles.advanced,
    description:
      'What else a request can say. A signed payload is what a contract can verify: the service validated this call.',
    examples: [
      {
        command: 'txwarden validate --file examples/transfer-to-known.json --sign --payload-slot no',
        note: 'the whole call data is signed',
      },
    ],
  },
]
