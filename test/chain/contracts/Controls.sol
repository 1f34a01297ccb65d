// SPDX-License-Identifier: CC0-1.0
pragma solidity ^0.8.0;

import "./Tokens.sol";

/// Says who controls it, as the owner beside a number and as the admin of ERC-1967; who gets control is fixed at creation.
contract Kept {
    bytes32 private constant ADMIN = 0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103;

    uint64 private round;
    address public owner;
    address private heir;
    uint256 private harvested;

    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);
    event Harvested(uint256 round);

    constructor(address owner_, address heir_) {
        owner = owner_;
        heir = heir_;
        writeAdmin(owner_);
    }

    /// Changes no control.
    function harvest() external {
        harvested = ++round;
        emit Harvested(round);
    }

    function harvestAll() external {
        round++;
        owner = heir;
        emit Harvested(round);
    }

    function harvestNow() external {
        round++;
        writeAdmin(heir);
    }

    /// The event names the owner of before.
    function harvestLater() external {
        emit OwnershipTransferred(address(0), owner);
        owner = heir;
    }

    function handOver() external {
        emit OwnershipTransferred(owner, heir);
        owner = heir;
    }

    function acceptOwnership() external {
        owner = msg.sender;
    }

    function transferOwnership(address next) external {
        owner = next;
    }

    function writeAdmin(address value) private {
        assembly {
            sstore(ADMIN, value)
        }
    }
}

/// A registry of names as that of ENS (ERC-137).
contract Names {
    mapping(bytes32 => address) public owner;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event Transfer(bytes32 indexed node, address owner);
    event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    constructor() {
        owner[bytes32(0)] = msg.sender;
    }

    modifier authorised(bytes32 node) {
        require(msg.sender == owner[node] || isApprovedForAll[owner[node]][msg.sender], "not authorised");
        _;
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function setOwner(bytes32 node, address to) external authorised(node) {
        owner[node] = to;
        emit Transfer(node, to);
    }

    function setSubnodeOwner(bytes32 node, bytes32 label, address to) external authorised(node) returns (bytes32 sub) {
        sub = keccak256(abi.encodePacked(node, label));
        owner[sub] = to;
        emit NewOwner(node, label, to);
    }
}

/// Works on names of its callers by a right that they gave earlier.
contract NameDesk {
    Names private immutable names;
    address private immutable collector = msg.sender;

    constructor(Names names_) {
        names = names_;
    }

    /// The name stays with its owner.
    function renew(bytes32 node) external {
        names.setOwner(node, names.owner(node));
    }

    /// A new name below that of the caller, for the caller.
    function issue(bytes32 node, bytes32 label) external {
        names.setSubnodeOwner(node, label, names.owner(node));
    }

    function collect(bytes32 node) external {
        names.setOwner(node, collector);
    }

    function collectBelow(bytes32 node, bytes32 label) external {
        names.setSubnodeOwner(node, label, collector);
    }
}

/// Lends on account of its caller, who gets the debt; the loan goes to the receiver, or to the caller where there is none.
contract LoanDesk {
    Erc20 private immutable debt;
    Erc20 private immutable cash;
    address private immutable receiver;

    constructor(Erc20 debt_, Erc20 cash_, address receiver_) {
        debt = debt_;
        cash = cash_;
        receiver = receiver_;
    }

    function boost(uint256 amount) external {
        debt.transfer(msg.sender, amount);
        cash.transfer(receiver == address(0) ? msg.sender : receiver, amount);
    }
}
