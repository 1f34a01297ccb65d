import { addressOf, call, packed } from '../../../../bench/detection/adversarial/encode.ts'
import { ACCOUNT, allow } from '../../../../bench/detection/adversarial/row.ts'

/** Published addresses; the sources are those of src/service/intel/baseline-account-code.ts. */
export const ALLOWANCE_MODULE = '0xcfbfac74c26f8647cbdb8c5caf80bb5b32e43134'
export const MODULE_4337 = '0x75cf11467937ce3f2f357ce24ffc3dbf8fd5c226'
export const MODULE_SETUP = '0x2dd68b007b46fbe91b9a7c3eda5a7a1063cb5b47'
export const SAFE_7579 = '0x7579ee8307284f293b1927136486880611f20002'
export const SAFE_MIGRATION = '0x526643f69b81b008f46d95cd5ced5ec0edffdac6'
export const COW_HANDLER = '0x2f55e8b20d0b9fefa187aa7d00b6cbe563605bf5'
export const COMPOSABLE_COW = '0xfdafc9d1902f4e0b84f65f49f244b32b31013b74'
export const HANDLER_141 = '0xfd0732dc9e303f09fcef3a7388ad10a83459ec99'
export const FACTORY_141 = '0x4e1dcf7ad4e460cfd30791ccc4f9c8a4f820ec67'
export const ZODIAC_FACTORY = '0x000000000000addb49795b0f9ba5bc298cdda236'
export const DELAY = '0xd54895b1121a2ee3f37b502f507631fa1331bed6'
export const ROLES = '0xf2964ce6161ce0e75964fe7927ce114cb0b283d5'
export const BRIDGE = '0x03b5ebd2cb2e3339e93774a1eb7c8634b8c393a9'
export const OWNABLE_VALIDATOR = '0x2483da3a338895199e5e538530213157e931bf06'
export const SMART_SESSIONS = '0x00000000008bdaba73cd9815d79069c247eb4bda'
export const OWNABLE_EXECUTOR = '0x4fd8d57b94966982b62e9588c27b4171b55e8354'
export const KERNEL_ECDSA = '0x845adb2c711129d4f3966735ed98a9f09fc4ce57'
export const KERNEL_ECDSA_2 = '0xd9ab5096a832b9ce79914329daee236f8eea0390'
export const KERNEL_33 = '0xd6cedde84be40893d153be9d467cd6ad37875b28'
export const NEXUS = '0x0000000020fe2f30453074ad916edeb653ec7e9d'
export const NEXUS_K1 = '0x00000004171351c442b202678c48d8ab5b321e8f'
export const BICONOMY_2 = '0x0000002512019dafb59528b82cb92d3c5d2423ac'
export const BICONOMY_ECDSA = '0x0000001c5b32f37f5bea87bdd5374eb2ac54ea8e'
export const LIGHT_ACCOUNT_2 = '0x8e8e658e22b12ada97b402ff0b044d6a325013c7'
export const MODULAR_ACCOUNT_1 = '0x0046000000000151008789797b54fdb500e2a61e'
export const MULTI_OWNER_PLUGIN = '0xce0000007b008f50d762d155002600004cd6c647'
export const SESSION_KEY_PLUGIN = '0x0000003e0000a96de4058e1e02a62faaecf23d8d'
export const SINGLE_SIGNER = '0x00000000000099de0bf6fa90deb851e2a2df7d83'
export const COINBASE_11 = '0x00000110dcdedc9581cb5ecb8467282f2926534d'

export const code = addressOf('audited code')
export const colleague = addressOf('colleague')
export const proxy = addressOf('proxy of the signer')
export const vouched = { lists: [allow(code)] }

export const ownCall = (data: string) => ({ from: ACCOUNT, to: ACCOUNT, data })
export const upgradeAndCall = (to: string, data = '0x') => call('upgradeToAndCall(address,bytes)', to, data)
export const install = (type: bigint, module: string, data = '0x') =>
  call('installModule(uint256,address,bytes)', type, module, data)
export const owners = (threshold: bigint, ...list: readonly string[]) =>
  `0x${call('f(uint256,address[])', threshold, list).slice(10)}`
export const enable = (module: string) => call('enableModule(address)', module)
export const handle = (handler: string) => call('setFallbackHandler(address)', handler)
/** Kernel puts the address of a hook before the data of a validator; 1 stands for none. */
export const kernelData = (owner: string) =>
  packed(`0x${'0'.repeat(39)}1`, `0x${call('f(bytes,bytes,bytes)', owner, '0x', '0x').slice(10)}`)
