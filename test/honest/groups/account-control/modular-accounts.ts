import { call, packed } from '../../../../bench/detection/adversarial/encode.ts'
import { ACCOUNT, allow, NOBODY, type Row, rows, SAFE, SIGNER } from '../../../../bench/detection/adversarial/row.ts'
import { execute, execute7579, inOperation } from '../../../../bench/detection/adversarial/wrap.ts'
import {
  BICONOMY_2,
  BICONOMY_ECDSA,
  enable,
  install,
  KERNEL_33,
  KERNEL_ECDSA,
  KERNEL_ECDSA_2,
  kernelData,
  NEXUS,
  NEXUS_K1,
  OWNABLE_EXECUTOR,
  ownCall,
  SMART_SESSIONS,
  upgradeAndCall,
} from './code-changes.ts'

const byKernel = (data: string) => inOperation(execute7579({ to: ACCOUNT, data }))

export const kernels: readonly Row[] = rows([
  [
    'kernel-validator',
    'The signer becomes the owner of an ECDSA validator.',
    'Kernel 3: installModule with a validator',
    byKernel(install(1n, KERNEL_ECDSA, kernelData(SIGNER))),
  ],
  [
    'kernel-root',
    'The root validator becomes ECDSA, owned by the signer.',
    'Kernel 3: changeRootValidator',
    byKernel(
      call('changeRootValidator(bytes21,address,bytes,bytes)', packed([8, 1], KERNEL_ECDSA), NOBODY, SIGNER, '0x'),
    ),
  ],
  [
    'kernel-validations',
    'ECDSA is added beside the root validator.',
    'Kernel 3: installValidations',
    byKernel(
      call(
        'installValidations(bytes21[],(uint32,address)[],bytes[],bytes[])',
        ...[[packed([8, 1], KERNEL_ECDSA)], [[2, NOBODY]], [SIGNER], ['0x']],
      ),
    ),
  ],
  [
    'kernel-default-validator',
    'The default validator becomes ECDSA, owned by the signer.',
    'Kernel 2: setDefaultValidator',
    byKernel(call('setDefaultValidator(address,bytes)', KERNEL_ECDSA_2, SIGNER)),
  ],
  [
    'kernel-upgrade',
    'The account gets the code of Kernel 3.3.',
    'Kernel 3: upgradeTo',
    inOperation(execute7579({ to: ACCOUNT, data: call('upgradeTo(address)', KERNEL_33) })),
  ],
  [
    'nexus-validator',
    'The signer becomes the owner of the K1 validator.',
    'Biconomy Nexus: installModule',
    inOperation(execute7579({ to: ACCOUNT, data: install(1n, NEXUS_K1, SIGNER) })),
  ],
  [
    'nexus-sessions',
    'Smart sessions are installed, without a session.',
    'Biconomy Nexus and Rhinestone: smart sessions',
    inOperation(execute7579({ to: ACCOUNT, data: install(1n, SMART_SESSIONS) })),
  ],
  [
    'nexus-executor',
    'The Safe of the signer, on the allow list, may execute.',
    'Rhinestone: OwnableExecutor',
    { ...inOperation(execute7579({ to: ACCOUNT, data: install(2n, OWNABLE_EXECUTOR, SAFE) })), lists: [allow(SAFE)] },
  ],
  [
    'nexus-upgrade',
    'The account gets the code of Nexus 1.3.1.',
    'Biconomy Nexus: upgradeToAndCall',
    inOperation(execute7579({ to: ACCOUNT, data: upgradeAndCall(NEXUS) })),
  ],
  [
    'biconomy-module',
    'The ownership module is enabled.',
    'Biconomy 2: enableModule',
    inOperation(execute({ to: ACCOUNT, data: enable(BICONOMY_ECDSA) })),
  ],
  [
    'biconomy-code',
    'The account gets the code of version 2.',
    'Biconomy 2: updateImplementation',
    inOperation(execute({ to: ACCOUNT, data: call('updateImplementation(address)', BICONOMY_2) })),
  ],
  [
    'module-uninstalled',
    'An executor is removed.',
    'ERC-7579: uninstallModule',
    ownCall(call('uninstallModule(uint256,address,bytes)', 2n, OWNABLE_EXECUTOR, '0x')),
  ],
])
