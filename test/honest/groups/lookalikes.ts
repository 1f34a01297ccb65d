import { addressOf, call } from '../../../bench/detection/adversarial/encode.ts'
import {
  DELEGATE_XYZ,
  ENS_REGISTRY,
  ENTRY_POINT_7,
  ONE_INCH_6,
  OPENSEA_CONDUIT,
  PERMIT2,
  SEAPORT,
  TRANSFER_HELPER,
  UNISWAP_3,
  USDC,
  USDT,
  WETH,
  ZEROX,
} from '../../../bench/detection/adversarial/protocols.ts'
import {
  allow,
  type Earlier,
  ONE,
  paid,
  paidBy,
  type Row,
  rows,
  SAFE,
  SIGNER,
  usd,
} from '../../../bench/detection/adversarial/row.ts'
import { inSafe } from '../../../bench/detection/adversarial/wrap.ts'
import type { HonestGroup } from '../honest-case.ts'

const supplier = addressOf('supplier that others resemble')
const friend = addressOf('friend that others resemble')

const ERC20 = 'https://eips.ethereum.org/EIPS/eip-20'
const ETHER = 'https://ethereum.org/en/developers/docs/transactions/'
const CREATE2 = 'https://eips.ethereum.org/EIPS/eip-1014'
const PREDEPLOYS = 'https://specs.optimism.io/protocol/predeploys.html'

const send = (to: string, amount: bigint) => call('transfer(address,uint256)', to, amount)
const contact = (earlier: Earlier): Earlier => ({ ...earlier, verdict: 'warning' })
const onDay = (day: number, earlier: Earlier): Earlier => ({ ...earlier, day })

/** An address that shares its first and last digits with another one by chance. */
function alike(address: string, first: number, last: number): string {
  const middle = addressOf(`middle of the address like ${address} by ${first} and ${last} digits`).slice(2)
  return `${address.slice(0, 2 + first)}${middle.slice(first, 40 - last)}${address.slice(42 - last)}`
}

type Line = readonly [id: string, what: string, source: string, rest: Omit<Row, 'id' | 'what' | 'source'>]

/** Payments to an address that shares digits with a payee, below three and three. */
const payees = (
  [
    [2, 2],
    [2, 3],
    [3, 2],
    [2, 5],
    [5, 2],
    [1, 6],
    [7, 0],
    [0, 7],
    [4, 1],
    [1, 1],
  ] as const
).map(
  ([first, last]): Line => [
    `payee-${first}-${last}`,
    `It shares ${first} first and ${last} last digits with a payee.`,
    ETHER,
    { to: alike(supplier, first, last), value: ONE, history: [paid(supplier)] },
  ],
)

/** A call to a contract that shares digits with a known one, below three and three. */
const contracts = (
  [
    ['router', UNISWAP_3, 2, 4],
    ['router-first', UNISWAP_3, 4, 2],
    ['exchange', ZEROX, 4, 1],
    ['exchange-last', ZEROX, 2, 3],
    ['aggregator', ONE_INCH_6, 8, 2],
    ['aggregator-long', ONE_INCH_6, 9, 1],
    ['conduit', OPENSEA_CONDUIT, 4, 2],
    ['token', USDC, 2, 5],
    ['token-first', USDT, 5, 2],
    ['wrapped', WETH, 2, 2],
  ] as const
).map(
  ([id, known, first, last]): Line => [
    `contract-${id}`,
    `A new contract shares ${first} first and ${last} last digits with a known one.`,
    CREATE2,
    { to: alike(known, first, last), data: call('claim()') },
  ],
)

/** Vanity deployments: they begin as those of the same or of another protocol. */
const vanity = (
  [
    ['1inch-token', '0x111111111117dc0aa78b770fa6a738034120c302', 'https://docs.1inch.io/docs/governance/overview'],
    ['0x-optimism', '0xdef1abe32c034e558cdd535791643c58a13acc10', 'https://0x.org/docs/introduction/0x-cheat-sheet'],
    ['paraswap', '0xdef171fe48cf0115b1d80b88dc8eab59176fee57', 'https://developers.velora.xyz'],
    ['seaport', SEAPORT, 'https://github.com/ProjectOpenSea/seaport'],
    ['seaport-1.5', '0x00000000000000adc04c56bf30ac9d3c0aaf14dc', 'https://github.com/ProjectOpenSea/seaport'],
    ['seaport-1.4', '0x00000000000001ad428e4906ae43d8f9852d0dd6', 'https://github.com/ProjectOpenSea/seaport'],
    ['transfer-helper', TRANSFER_HELPER, 'https://github.com/ProjectOpenSea/seaport'],
    ['delegate', DELEGATE_XYZ, 'https://docs.delegate.xyz'],
    ['ens', ENS_REGISTRY, 'https://docs.ens.domains/learn/deployments'],
    ['entry-point', ENTRY_POINT_7, 'https://github.com/eth-infinitism/account-abstraction'],
    ['create2-factory', '0x0000000000ffe8b47b3e2130213b802212439497', 'https://github.com/0age/metamorphic'],
    ['zeros', '0x00000000000000000000000000000000deadbeef', CREATE2],
    ['ones', '0x1111111111111111111111111111111111111111', CREATE2],
    [
      'dead',
      '0x000000000000000000000000000000000000dead',
      'https://etherscan.io/address/0x000000000000000000000000000000000000dead',
    ],
  ] as const
).map(
  ([id, to, source]): Line => [
    `vanity-${id}`,
    'An address that was made to begin so.',
    source,
    { to, data: call('claim()') },
  ],
)

const predeploys = (['07', '10', '13', '14', '15', '16', '18'] as const).map(
  (end): Line => [
    `predeploy-${end}`,
    'A contract of the chain at a low address; WETH is one too.',
    PREDEPLOYS,
    { chainId: '10', to: `0x42000000000000000000000000000000000000${end}`, data: call('claim()') },
  ],
)

/** Contracts and payees that share digits with others by chance. */
export const lookalikes: HonestGroup = {
  name: 'lookalikes',
  cases: rows([
    ...payees,
    ...contracts,
    ...vanity,
    ...predeploys,
    [
      'token-payment',
      'A token goes to an address that shares five digits with a payee.',
      ERC20,
      { to: USDC, data: send(alike(supplier, 3, 2), usd(40)), history: [paid(supplier, USDC)] },
    ],
    [
      'older-payee',
      'The payee was there before an address that resembles it.',
      ETHER,
      {
        to: supplier,
        value: ONE,
        history: [onDay(10, paid(supplier)), onDay(90, contact(paid(alike(supplier, 4, 4))))],
      },
    ],
    [
      'older-payee-usdc',
      'The payee was there before an address that resembles it.',
      ERC20,
      {
        to: USDC,
        data: send(supplier, usd(90)),
        history: [onDay(10, paid(supplier, USDC)), onDay(90, contact(paid(alike(supplier, 5, 6), USDC)))],
      },
    ],
    [
      'older-of-three',
      'Two addresses resemble the payee; both came later.',
      ETHER,
      {
        to: friend,
        value: ONE,
        history: [
          onDay(1, paid(friend)),
          onDay(30, contact(paid(alike(friend, 3, 4)))),
          onDay(31, contact(paid(alike(friend, 6, 3)))),
        ],
      },
    ],
    [
      'older-payee-of-safe',
      'The payee of a Safe was there first.',
      ETHER,
      {
        ...inSafe({ to: supplier, value: ONE, data: '0x' }),
        history: [onDay(5, paidBy(SAFE, supplier)), onDay(60, contact(paidBy(SAFE, alike(supplier, 4, 4))))],
      },
    ],
    [
      'both-paid',
      'Two payees that resemble one another by chance, both paid before.',
      ETHER,
      {
        to: alike(supplier, 3, 3),
        value: ONE,
        history: [onDay(3, paid(supplier)), onDay(9, paid(alike(supplier, 3, 3)))],
      },
    ],
    [
      'allowed',
      'The address that resembles a payee is on the allow list.',
      ETHER,
      { to: alike(supplier, 4, 4), value: ONE, history: [paid(supplier)], lists: [allow(alike(supplier, 4, 4))] },
    ],
    [
      'own-account',
      'The own account resembles a payee.',
      ETHER,
      { to: SIGNER, value: ONE, history: [paid(alike(SIGNER, 4, 4))] },
    ],
    [
      'payee-of-another',
      'It resembles a payee of the Safe, and the sender pays for itself.',
      ETHER,
      { to: alike(supplier, 4, 4), value: ONE, history: [paidBy(SAFE, supplier)] },
    ],
    [
      'used-contract',
      'A known contract itself, after an earlier payment to it.',
      ETHER,
      { to: WETH, value: ONE, data: call('deposit()'), history: [paid(WETH)] },
    ],
    [
      'permit2',
      'Permit2 beside another address with as many zeros.',
      CREATE2,
      { to: USDC, data: call('approve(address,uint256)', PERMIT2, usd(50)), history: [paid(DELEGATE_XYZ)] },
    ],
  ]),
}
