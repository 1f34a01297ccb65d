import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import * as TypedData from 'ox/TypedData'
import { describe, expect, test } from 'vitest'
import {
  approvalHashes,
  calldataDigest,
  safeDomainHash,
  safeHashes,
  safeMessageHashes,
} from '../../../src/shared/safe/hashes.ts'
import { plainCall } from '../../../src/shared/safe/transaction.ts'
import { type SafeVersion, safeVersion, safeVersionNames } from '../../../src/shared/safe/versions.ts'

const known = (name: string) => safeVersion(name) as SafeVersion

/** Examples of the README of pcaversaccio/safe-tx-hashes-util (commit 2260fbf). */
describe('published hashes', () => {
  const arbitrum = {
    safe: '0x111ceeee040739fd91d29c34c33e6b3e112f2177',
    chainId: 42161n,
    version: known('1.3.0+L2'),
  } as const
  const addOwner = plainCall(
    '0x111ceeee040739fd91d29c34c33e6b3e112f2177',
    '0x0d582f130000000000000000000000000c75fa5a5f1c0997e3eea425cfa13184ed0ec9e50000000000000000000000000000000000000000000000000000000000000003',
    234n,
  )

  test('of a call, Arbitrum, nonce 234', () => {
    expect(safeHashes({ ...arbitrum, transaction: addOwner })).toMatchObject({
      domainHash: '0x1cf7f9b1efe3bc47fe02fd27c649fea19e79d66040683a1c86c7490c80bf7291',
      messageHash: '0xd9109ea63c50ecd3b80b6b27ed5c5a9fd3d546c2169dfb69bfa7ba24cd14c7a5',
      safeTxHash: '0x0cb7250b8becd7069223c54e2839feaed4cee156363fbfe5dd0a48e75c4e25b3',
    })
  })

  test('of a delegatecall with a refund', () => {
    const transaction = {
      ...addOwner,
      value: 1000n,
      operation: 1,
      gasPrice: 50n,
      gasToken: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
      refundReceiver: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
    } as const
    expect(safeHashes({ ...arbitrum, transaction })).toMatchObject({
      messageHash: '0xc7e826933da60e6ac3e2246ed0563a26a920a65beaa9089d784ac96234141bb3',
      safeTxHash: '0xc818fceb1cace51c1a4039c4c66fc73d95eccc298104c9c52debac604b9f4e04',
    })
  })

  const sepolia = {
    safe: '0x657ff0d4ec65d82b2bc1247b0a558bcd2f80a0f1',
    chainId: 11155111n,
    version: known('1.4.1'),
  } as const

  test('of a transaction that an owner approves that is a Safe', () => {
    const transaction = {
      ...plainCall('0x255c3912f91ef11bfdadd405f13144a823da8cc5', '0x', 4n),
      value: 100000000000000000n,
    }
    const { safeTxHash, ...hashes } = safeHashes({ ...sepolia, transaction })
    expect({ safeTxHash, ...hashes }).toMatchObject({
      domainHash: '0x611379c19940caee095cdb12bebe6a9fa9abb74cdb1fbd7377c49a1f198dc24f',
      messageHash: '0x565bba8b51924ffa64953596d0a2dd5c2cad39649f7de0bf2c8dbc903bd03258',
      safeTxHash: '0xcb8bbe7bf8f8a1f3f57658e450d07d4422356ac042d96a87ba425b19e67a78a1',
    })
    const owner = { ...sepolia, safe: '0x6bc56d6ce87c86cb0756c616becfd3cd32b09251', nonce: 4n } as const
    expect(approvalHashes(owner, sepolia.safe, safeTxHash)).toEqual({
      domainHash: '0x55f6c329a7834e2a4e789f5526f328fa75d14fe75b97b0001be40caf46ca92a1',
      messageHash: '0xcd411ee5d49344391ef8d37b76e19dfacf505bbb20e856ac907acb5958ecbdf0',
      safeTxHash: '0x86eb3f93f2670d119a4ecb8eeaa4dafe31a28abcafe06688d47e195a3dd7abb0',
    })
  })

  test('of a message', () => {
    const message = '0xcb1a9208c1a7c191185938c7d304ed01db68677eea4e689d688469aa72e34236'
    expect(safeMessageHashes({ ...sepolia, message })).toEqual({
      domainHash: '0x611379c19940caee095cdb12bebe6a9fa9abb74cdb1fbd7377c49a1f198dc24f',
      messageHash: '0xa5d2f507a16279357446768db4bd47a03bca0b6acac4632a4c2c96af20d6f6e5',
      safeMessageHash: '0x1866b559f56261ada63528391b93a1fe8e2e33baf7cace94fc6b42202d16ea08',
    })
  })
})

describe('versions', () => {
  test('+L2 signs the same; others are not known', () => {
    expect(safeVersion('1.4.1+L2')).toEqual(safeVersion(' 1.4.1 '))
    for (const other of ['', '0.0.2', '1.3', '1.4.2', '1.6.0', '2.0.0', '1.3.0+L3', '1.3.0+L2+L2', 'v1.3.0'])
      expect(safeVersion(other)).toBeUndefined()
  })

  /** Type hashes in the Safe contract of each tag of safe-global/safe-smart-account. */
  test.each(safeVersionNames)('%s has the type hashes of its contract', (name) => {
    const version = known(name)
    const safe = `0x${'5a'.repeat(20)}` as const
    const domain = {
      EIP712Domain: [
        ...(version.signsChainId ? [{ name: 'chainId', type: 'uint256' }] : []),
        { name: 'verifyingContract', type: 'address' },
      ],
    }
    expect(Hash.keccak256(Hex.fromString(TypedData.encodeType({ primaryType: 'EIP712Domain', types: domain })))).toBe(
      ['0.1.0', '1.0.0', '1.1.0', '1.1.1', '1.2.0'].includes(name)
        ? '0x035aff83d86937d35b32e04f0ddc6ff469290eef2f1b692d8a815c89404d4749'
        : '0x47e79534a245952e8b16893a336b85a3d9ea9fa8c573f3d803afb92a79469218',
    )
    expect(safeDomainHash({ safe, chainId: 10n, version })).toBe(
      TypedData.hashDomain({ types: domain, domain: { verifyingContract: safe, chainId: 10n } }),
    )
    const members = `address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 ${version.gasMember},uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce`
    expect(Hash.keccak256(Hex.fromString(`SafeTx(${members})`))).toBe(
      name === '0.1.0'
        ? '0x14d461bc7412367e924637b363c7bf29b8f47e2f84869f4426e5633d8af47b20'
        : '0xbb8310d486368db6bd6f849402fdd73ad53d316b5a4b2644ad6efe0f941286d8',
    )
  })
})

test('a digest of call data is of its length and bytes', () => {
  expect(calldataDigest('0x')).toBe(Hash.keccak256(`0x${'0'.repeat(64)}`))
  expect(calldataDigest('0xa9059cbb')).toBe(Hash.keccak256(`0x${'4'.padStart(64, '0')}a9059cbb`))
})
