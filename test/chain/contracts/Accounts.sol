// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// The storage and the signatures of Safe 1.4.1, without modules, guards and gas refunds.
contract Safe {
    address private singleton;
    mapping(address => address) private modules;
    mapping(address => address) private owners;
    uint256 private ownerCount;
    uint256 private threshold;
    uint256 public nonce;

    address private constant SENTINEL = address(1);
    bytes32 private constant SAFE_TX = 0xbb8310d486368db6bd6f849402fdd73ad53d316b5a4b2644ad6efe0f941286d8;
    bytes32 private constant DOMAIN = 0x47e79534a245952e8b16893a336b85a3d9ea9fa8c573f3d803afb92a79469218;
    string public constant VERSION = "1.4.1";

    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);
    event AddedOwner(address indexed owner);
    event SafeReceived(address indexed sender, uint256 value);

    receive() external payable {
        emit SafeReceived(msg.sender, msg.value);
    }

    function setup(address[] calldata list, uint256 threshold_) external {
        require(threshold == 0 && threshold_ > 0 && threshold_ <= list.length, "GS200");
        address last = SENTINEL;
        for (uint256 i = 0; i < list.length; i++) {
            owners[last] = list[i];
            last = list[i];
        }
        owners[last] = SENTINEL;
        (ownerCount, threshold) = (list.length, threshold_);
    }

    function getThreshold() external view returns (uint256) {
        return threshold;
    }

    function getOwners() external view returns (address[] memory list) {
        list = new address[](ownerCount);
        address next = owners[SENTINEL];
        for (uint256 i = 0; i < ownerCount; i++) (list[i], next) = (next, owners[next]);
    }

    function isOwner(address account) public view returns (bool) {
        return account != SENTINEL && owners[account] != address(0);
    }

    function addOwnerWithThreshold(address owner, uint256 threshold_) external {
        require(msg.sender == address(this), "GS031");
        require(owner != address(0) && owners[owner] == address(0), "GS204");
        owners[owner] = owners[SENTINEL];
        owners[SENTINEL] = owner;
        ownerCount++;
        threshold = threshold_;
        emit AddedOwner(owner);
    }

    function getTransactionHash(
        address to,
        uint256 value,
        bytes calldata data,
        uint8 operation,
        uint256 safeTxGas,
        uint256 baseGas,
        uint256 gasPrice,
        address gasToken,
        address refundReceiver,
        uint256 nonce_
    ) public view returns (bytes32) {
        bytes memory content = abi.encode(
            SAFE_TX, to, value, keccak256(data), operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce_
        );
        bytes32 domain = keccak256(abi.encode(DOMAIN, block.chainid, address(this)));
        return keccak256(abi.encodePacked(hex"1901", domain, keccak256(content)));
    }

    function execTransaction(
        address to,
        uint256 value,
        bytes calldata data,
        uint8 operation,
        uint256 safeTxGas,
        uint256 baseGas,
        uint256 gasPrice,
        address gasToken,
        address payable refundReceiver,
        bytes memory signatures
    ) external payable returns (bool success) {
        bytes32 hash = getTransactionHash(
            to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce++
        );
        check(hash, signatures);
        bytes memory input = data;
        if (operation == 1) (success,) = to.delegatecall(input);
        else (success,) = to.call{value: value}(input);
        require(success, "GS013");
        emit ExecutionSuccess(hash, 0);
    }

    /// Each signature: r, s, v. With v 1 r is the owner, who sends the transaction.
    function check(bytes32 hash, bytes memory signatures) private view {
        require(signatures.length >= threshold * 65, "GS020");
        address last;
        for (uint256 i = 0; i < threshold; i++) {
            bytes32 r;
            bytes32 s;
            uint8 v;
            assembly {
                let at := add(signatures, add(32, mul(i, 65)))
                r := mload(at)
                s := mload(add(at, 32))
                v := byte(0, mload(add(at, 64)))
            }
            address signer = v == 1 ? address(uint160(uint256(r))) : ecrecover(hash, v, r, s);
            require(v != 1 || signer == msg.sender, "GS025");
            require(signer > last && isOwner(signer), "GS026");
            last = signer;
        }
    }
}

contract SafeProxy {
    address private singleton;

    constructor(address singleton_) {
        singleton = singleton_;
    }

    fallback() external payable {
        assembly {
            let target := sload(0)
            if eq(calldataload(0), 0xa619486e00000000000000000000000000000000000000000000000000000000) {
                mstore(0, target)
                return(0, 32)
            }
            calldatacopy(0, 0, calldatasize())
            let success := delegatecall(gas(), target, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(success) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }
}

/// Packed transactions, as MultiSendCallOnly of Safe has them: operation, to, value, length, data.
contract MultiSendCallOnly {
    function multiSend(bytes memory transactions) public payable {
        assembly {
            let at := add(transactions, 32)
            let end := add(at, mload(transactions))
            for {} lt(at, end) {} {
                let size := mload(add(at, 0x35))
                if shr(248, mload(at)) { revert(0, 0) }
                if iszero(call(gas(), shr(96, mload(add(at, 1))), mload(add(at, 0x15)), add(at, 0x55), size, 0, 0)) {
                    revert(0, 0)
                }
                at := add(add(at, 0x55), size)
            }
        }
    }
}

/// A proxy of ERC-1967. Its admin upgrades it, everybody else calls the implementation.
contract Proxy {
    bytes32 private constant IMPLEMENTATION = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    bytes32 private constant ADMIN = 0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103;

    event Upgraded(address indexed implementation);
    event AdminChanged(address previousAdmin, address newAdmin);

    constructor(address implementation, address admin, bytes memory data) payable {
        write(ADMIN, admin);
        emit AdminChanged(address(0), admin);
        upgrade(implementation, data);
    }

    receive() external payable {
        forward();
    }

    fallback() external payable {
        if (msg.sender != read(ADMIN)) forward();
        if (msg.sig == 0x3659cfe6) upgrade(abi.decode(msg.data[4:], (address)), "");
        else if (msg.sig == 0x4f1ef286) upgradeAndCall();
        else if (msg.sig == 0x8f283970) changeAdmin(abi.decode(msg.data[4:], (address)));
        else revert("ProxyDeniedAdminAccess");
    }

    function upgrade(address implementation, bytes memory data) private {
        require(implementation.code.length > 0, "ERC1967InvalidImplementation");
        write(IMPLEMENTATION, implementation);
        emit Upgraded(implementation);
        if (data.length == 0) return;
        (bool success,) = implementation.delegatecall(data);
        require(success, "initialization failed");
    }

    function upgradeAndCall() private {
        (address implementation, bytes memory data) = abi.decode(msg.data[4:], (address, bytes));
        upgrade(implementation, data);
    }

    function changeAdmin(address admin) private {
        emit AdminChanged(read(ADMIN), admin);
        write(ADMIN, admin);
    }

    function forward() private {
        address target = read(IMPLEMENTATION);
        assembly {
            calldatacopy(0, 0, calldatasize())
            let success := delegatecall(gas(), target, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(success) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }

    function read(bytes32 slot) private view returns (address value) {
        assembly {
            value := sload(slot)
        }
    }

    function write(bytes32 slot, address value) private {
        assembly {
            sstore(slot, value)
        }
    }
}

/// A delegate of EIP-7702 that only the account itself commands, and a smart account with an owner of its own.
contract BatchAccount {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    receive() external payable {}

    function execute(Call[] calldata calls) external payable {
        require(msg.sender == address(this), "not the account");
        for (uint256 i = 0; i < calls.length; i++) {
            (bool success,) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            require(success, "call failed");
        }
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }
}

/// The user operation of ERC-4337, entry point 0.7.
struct UserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    bytes32 gasFees;
    bytes paymasterAndData;
    bytes signature;
}

/// The account of the reference implementation.
contract SimpleAccount {
    address public owner;
    address public entryPoint;

    receive() external payable {}

    function init(address owner_, address entryPoint_) external {
        require(owner == address(0), "initialized");
        (owner, entryPoint) = (owner_, entryPoint_);
    }

    function validateUserOp(UserOperation calldata operation, bytes32 hash, uint256) external view returns (uint256) {
        bytes32 digest = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", hash));
        (bytes32 r, bytes32 s) = abi.decode(operation.signature[:64], (bytes32, bytes32));
        return ecrecover(digest, uint8(operation.signature[64]), r, s) == owner ? 0 : 1;
    }

    function execute(address to, uint256 value, bytes calldata data) external {
        require(msg.sender == entryPoint || msg.sender == owner, "account: not Owner or EntryPoint");
        (bool success,) = to.call{value: value}(data);
        require(success, "call failed");
    }
}

/// An account behind a proxy of ERC-1967 that its owner, or it itself, upgrades (UUPS).
contract UpgradeableAccount {
    bytes32 public constant proxiableUUID = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
    address public owner;

    event Upgraded(address indexed implementation);

    receive() external payable {}

    function init(address owner_) external {
        require(owner == address(0), "initialized");
        owner = owner_;
    }

    function execute(address to, uint256 value, bytes calldata data) external {
        require(msg.sender == owner, "account: not Owner");
        (bool success,) = to.call{value: value}(data);
        require(success, "call failed");
    }

    function upgradeToAndCall(address implementation, bytes memory data) external payable {
        require(msg.sender == owner || msg.sender == address(this), "account: not Owner or itself");
        bytes32 slot = proxiableUUID;
        assembly {
            sstore(slot, implementation)
        }
        emit Upgraded(implementation);
        if (data.length == 0) return;
        (bool success,) = implementation.delegatecall(data);
        require(success, "initialization failed");
    }
}

/// Runs user operations; the fees are not taken.
contract EntryPoint {
    mapping(address => uint256) public balanceOf;
    mapping(address => uint256) public nonces;

    event UserOperationEvent(
        bytes32 indexed userOpHash,
        address indexed sender,
        address indexed paymaster,
        uint256 nonce,
        bool success,
        uint256 actualGasCost,
        uint256 actualGasUsed
    );

    function depositTo(address account) external payable {
        balanceOf[account] += msg.value;
    }

    function getUserOpHash(UserOperation calldata operation) public view returns (bytes32) {
        bytes32 content = keccak256(
            abi.encode(
                operation.sender,
                operation.nonce,
                keccak256(operation.initCode),
                keccak256(operation.callData),
                operation.accountGasLimits,
                operation.preVerificationGas,
                operation.gasFees,
                keccak256(operation.paymasterAndData)
            )
        );
        return keccak256(abi.encode(content, address(this), block.chainid));
    }

    function handleOps(UserOperation[] calldata operations, address payable) external {
        for (uint256 i = 0; i < operations.length; i++) {
            UserOperation calldata operation = operations[i];
            bytes32 hash = getUserOpHash(operation);
            require(operation.nonce == nonces[operation.sender]++, "AA25 invalid account nonce");
            uint256 failed = SimpleAccount(payable(operation.sender)).validateUserOp(operation, hash, 0);
            require(failed == 0, "AA24 signature error");
            (bool success,) = operation.sender.call(operation.callData);
            emit UserOperationEvent(hash, operation.sender, address(0), operation.nonce, success, 0, 0);
        }
    }
}
