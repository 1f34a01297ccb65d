import { addressOf, call, packed } from '../../../../bench/detection/adversarial/encode.ts'
import { MULTI_SEND, USDC } from '../../../../bench/detection/adversarial/protocols.ts'
import {
  ACCOUNT,
  NOBODY,
  ONE,
  PROTOCOL,
  paidBy,
  type Row,
  rows,
  SAFE,
  SIGNER,
  usd,
} from '../../../../bench/detection/adversarial/row.ts'
import {
  execute,
  execute7579,
  type Inner,
  inOperation,
  inSafe,
  safeCall,
} from '../../../../bench/detection/adversarial/wrap.ts'
import {
  ALLOWANCE_MODULE,
  code,
  enable,
  HANDLER_141,
  handle,
  KERNEL_33,
  NEXUS,
  ownCall,
  upgradeAndCall,
  vouched,
} from './code-changes.ts'

const supplier = addressOf('supplier')
const second = addressOf('second account of the signer')
const module = addressOf('module of the account')
const pay = call('transfer(address,uint256)', supplier, usd(90))
const batch = ({ to, data }: Inner) => call('executeBatch((address,uint256,bytes)[])', [[to, 0n, data]])
const byModule = (account: string, { to, data }: Inner) => ({
  to: module,
  data: call('multiCall(address,(address,uint256,bytes)[])', account, [[to, 0n, data]]),
})

/** Accounts that act through other accounts of the sender. */
export const severalAccounts: readonly Row[] = rows([
  [
    'safe-account-upgrade',
    'The Safe has the smart account take the code of Nexus 1.3.1.',
    'Safe: execTransaction; Biconomy Nexus: execute, upgradeToAndCall',
    inSafe({ to: ACCOUNT, data: execute7579({ to: ACCOUNT, data: upgradeAndCall(NEXUS) }) }),
  ],
  [
    'operation-batch-upgrade',
    'A user operation executes a batch that takes the code of Kernel 3.3.',
    'Kernel 3: execute, upgradeTo',
    inOperation(execute({ to: ACCOUNT, data: batch({ to: ACCOUNT, data: call('upgradeTo(address)', KERNEL_33) }) })),
  ],
  [
    'safe-of-account',
    'The smart account, an owner of the Safe, enables the allowance module.',
    'Safe: execTransaction by an ERC-4337 account',
    inOperation(execute({ to: SAFE, data: safeCall({ to: SAFE, data: enable(ALLOWANCE_MODULE) }) })),
  ],
  [
    'safe-of-safe',
    'A Safe that owns the Safe sets the handler of version 1.4.1.',
    'Safe: execTransaction of a Safe that is an owner',
    { to: second, data: safeCall({ to: SAFE, data: safeCall({ to: SAFE, data: handle(HANDLER_141) }) }) },
  ],
  [
    'module-of-account-upgrade',
    'A module has the account take code that is on the allow list, through the second account.',
    'Argent: multiCall',
    {
      ...byModule(ACCOUNT, { to: second, data: execute({ to: ACCOUNT, data: upgradeAndCall(code) }) }),
      ...vouched,
    },
  ],
  [
    'project-by-module',
    'A module has the account upgrade the vault of the project; the code is on the allow list.',
    'Argent: multiCall; OpenZeppelin: UUPSUpgradeable',
    { ...byModule(ACCOUNT, { to: PROTOCOL, data: upgradeAndCall(code) }), ...vouched },
  ],
  [
    'project-by-two-accounts',
    'The Safe has the smart account upgrade the vault of the project.',
    'Safe: execTransaction; OpenZeppelin: UUPSUpgradeable',
    inSafe({ to: ACCOUNT, data: execute({ to: PROTOCOL, data: upgradeAndCall(addressOf('fresh code')) }) }),
  ],
])

const cast = (...actions: readonly (readonly [to: string, data: string, value: bigint, operation: bigint])[]) =>
  call(
    'castAuthorized(((address,bytes,uint256,uint256)[],uint256,int256,bytes32,address,bytes),(uint256,uint256,uint256,uint256),(bytes,address)[])',
    ...[[actions, 0n, 7n, `0x${'5a'.repeat(32)}`, NOBODY, '0x'], [0n, 0n, 0n, 9_999_999_999n], [['0x5a', SIGNER]]],
  )
const paidByAccount = { history: [paidBy(ACCOUNT, supplier, USDC)] }

/** Calls and delegatecalls of accounts, to what is known. */
export const accountCalls: readonly Row[] = rows([
  [
    'ds-proxy-action',
    'The proxy account runs an action contract on the allow list.',
    'Maker: DSProxy, execute(address,bytes)',
    { to: ACCOUNT, data: call('execute(address,bytes)', code, '0xc0406226'), ...vouched },
  ],
  [
    'kernel-2-multi-send',
    'The account runs the batch library of Safe, which pays a known supplier.',
    'Kernel 2: executeDelegateCall',
    {
      ...inOperation(
        call(
          'executeDelegateCall(address,bytes)',
          MULTI_SEND,
          call('multiSend(bytes)', packed([8, 0], USDC, [256, 0n], [256, (pay.length - 2) / 2], pay)),
        ),
      ),
      ...paidByAccount,
    },
  ],
  [
    'avocado-payment',
    'The account pays a known supplier.',
    'Avocado: castAuthorized',
    { to: ACCOUNT, data: cast([USDC, pay, 0n, 0n]), ...paidByAccount },
  ],
  [
    'avocado-action',
    'The account runs an action contract on the allow list.',
    'Avocado: castAuthorized, operation 1',
    { to: ACCOUNT, data: cast([code, '0xc0406226', 0n, 1n]), ...vouched },
  ],
  [
    'avocado-flash-loan',
    'The account takes a flash loan from a lender on the allow list.',
    'Avocado: castAuthorized, operation 2',
    { to: ACCOUNT, data: cast([code, '0xc0406226', 0n, 2n]), ...vouched },
  ],
  [
    'prb-proxy-action',
    'The new proxy account runs an action contract on the allow list.',
    'PRBProxy registry: deployAndExecute',
    { to: addressOf('proxy registry'), data: call('deployAndExecute(address,bytes)', code, '0xc0406226'), ...vouched },
  ],
  [
    'lsp-batch-payment',
    'The profile pays a known supplier in two tokens.',
    'ERC-725X: executeBatch, operation 0',
    {
      to: ACCOUNT,
      data: call(
        'executeBatch(uint256[],address[],uint256[],bytes[])',
        [0n, 0n],
        [USDC, supplier],
        [0n, ONE],
        [pay, '0x'],
      ),
      history: [paidBy(ACCOUNT, supplier, USDC), paidBy(ACCOUNT, supplier)],
    },
  ],
  [
    'ambire-try',
    'The account pays a known supplier and goes on if that fails.',
    'Ambire: tryCatch',
    { ...ownCall(call('tryCatch(address,uint256,bytes)', USDC, 0n, pay)), ...paidByAccount },
  ],
  [
    'ambire-self',
    'The account pays a known supplier.',
    'Ambire: executeBySelfSingle',
    { ...ownCall(call('executeBySelfSingle((address,uint256,bytes))', [USDC, 0n, pay])), ...paidByAccount },
  ],
  [
    'modular-runtime',
    'The account pays a known supplier.',
    'ERC-6900: executeWithRuntimeValidation',
    {
      to: ACCOUNT,
      data: call(
        'executeWithRuntimeValidation(bytes,bytes)',
        execute({ to: USDC, data: pay }),
        `0x${'00'.repeat(24)}ff`,
      ),
      ...paidByAccount,
    },
  ],
])
