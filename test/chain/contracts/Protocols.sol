// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

interface Asset {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// A vault of ERC-4626 over one token. Behind a proxy too.
contract Vault {
    Asset public asset;
    address public owner;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    string public name;
    string public symbol;
    uint8 public decimals;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares);
    event Withdraw(address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares);
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    function init(Asset asset_, string calldata name_, string calldata symbol_, uint8 decimals_) external {
        require(owner == address(0), "initialized");
        (asset, name, symbol, decimals, owner) = (asset_, name_, symbol_, decimals_, msg.sender);
    }

    function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
        uint256 held = asset.balanceOf(address(this));
        shares = totalSupply == 0 ? assets : assets * totalSupply / held;
        asset.transferFrom(msg.sender, address(this), assets);
        totalSupply += shares;
        balanceOf[receiver] += shares;
        emit Transfer(address(0), receiver, shares);
        emit Deposit(msg.sender, receiver, assets, shares);
    }

    function redeem(uint256 shares, address receiver, address holder) external returns (uint256 assets) {
        require(holder == msg.sender, "not the holder");
        assets = shares * asset.balanceOf(address(this)) / totalSupply;
        balanceOf[holder] -= shares;
        totalSupply -= shares;
        emit Transfer(holder, address(0), shares);
        emit Withdraw(msg.sender, receiver, holder, assets, shares);
        asset.transfer(receiver, assets);
    }

    function transferOwnership(address to) external {
        require(msg.sender == owner, "not the owner");
        emit OwnershipTransferred(owner, to);
        owner = to;
    }
}

/// Stake one token, earn another.
contract Staking {
    Asset public staked;
    Asset public reward;
    mapping(address => uint256) public balanceOf;
    mapping(address => uint256) public since;

    event Staked(address indexed account, uint256 amount);
    event Withdrawn(address indexed account, uint256 amount);
    event RewardPaid(address indexed account, uint256 amount);

    function init(Asset staked_, Asset reward_) external {
        require(address(staked) == address(0), "initialized");
        (staked, reward) = (staked_, reward_);
    }

    function stake(uint256 amount) external {
        getReward();
        staked.transferFrom(msg.sender, address(this), amount);
        balanceOf[msg.sender] += amount;
        emit Staked(msg.sender, amount);
    }

    function withdraw(uint256 amount) external {
        getReward();
        balanceOf[msg.sender] -= amount;
        emit Withdrawn(msg.sender, amount);
        staked.transfer(msg.sender, amount);
    }

    function earned(address account) public view returns (uint256) {
        return balanceOf[account] * (block.timestamp - since[account]) / 365 days / 10;
    }

    function getReward() public {
        uint256 amount = earned(msg.sender);
        since[msg.sender] = block.timestamp;
        if (amount == 0) return;
        emit RewardPaid(msg.sender, amount);
        reward.transfer(msg.sender, amount);
    }
}

/// The distributor of Uniswap: a Merkle tree of index, account and amount.
contract MerkleDistributor {
    Asset public token;
    bytes32 public merkleRoot;
    mapping(uint256 => bool) public isClaimed;

    event Claimed(uint256 index, address account, uint256 amount);

    function init(Asset token_, bytes32 root) external {
        require(merkleRoot == 0, "initialized");
        (token, merkleRoot) = (token_, root);
    }

    function claim(uint256 index, address account, uint256 amount, bytes32[] calldata proof) external {
        require(!isClaimed[index], "already claimed");
        bytes32 node = keccak256(abi.encodePacked(index, account, amount));
        for (uint256 i = 0; i < proof.length; i++) {
            node = node < proof[i] ? keccak256(abi.encodePacked(node, proof[i])) : keccak256(abi.encodePacked(proof[i], node));
        }
        require(node == merkleRoot, "invalid proof");
        isClaimed[index] = true;
        token.transfer(account, amount);
        emit Claimed(index, account, amount);
    }
}

/// The allowances of Permit2, without signatures.
contract Permit2 {
    struct Allowance {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    mapping(address => mapping(address => mapping(address => Allowance))) public allowance;

    event Approval(
        address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration
    );

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        Allowance storage allowed = allowance[msg.sender][token][spender];
        (allowed.amount, allowed.expiration) = (amount, expiration);
        emit Approval(msg.sender, token, spender, amount, expiration);
    }

    function transferFrom(address from, address to, uint160 amount, address token) external {
        Allowance storage allowed = allowance[from][token][msg.sender];
        require(block.timestamp <= allowed.expiration, "AllowanceExpired");
        if (allowed.amount != type(uint160).max) allowed.amount -= amount;
        Asset(token).transferFrom(from, to, amount);
    }
}

contract Multicall3 {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (bool success, bytes memory answer) = calls[i].target.call(calls[i].callData);
            require(success || calls[i].allowFailure, "Multicall3: call failed");
            results[i] = Result(success, answer);
        }
    }

    function getEthBalance(address account) external view returns (uint256) {
        return account.balance;
    }
}

interface Item {
    function transferFrom(address from, address to, uint256 id) external;
}

/// Items for a fixed price in ether, paid to the seller.
contract Marketplace {
    struct Listing {
        address seller;
        uint256 price;
    }

    mapping(address => mapping(uint256 => Listing)) public listings;

    event Listed(address indexed collection, uint256 indexed id, uint256 price);
    event Sold(address indexed collection, uint256 indexed id, address buyer);

    function list(address collection, uint256 id, uint256 price) external {
        listings[collection][id] = Listing(msg.sender, price);
        emit Listed(collection, id, price);
    }

    function buy(address collection, uint256 id) external payable {
        Listing memory listing = listings[collection][id];
        require(listing.price > 0 && msg.value == listing.price, "wrong price");
        delete listings[collection][id];
        Item(collection).transferFrom(listing.seller, msg.sender, id);
        (bool paid,) = listing.seller.call{value: msg.value}("");
        require(paid, "not paid");
        emit Sold(collection, id, msg.sender);
    }
}

/// Keeps the highest bid of a lot.
contract Auction {
    mapping(uint256 => uint256) public bids;

    function placeBid(uint256 lot) external payable {
        require(msg.value > bids[lot], "too low");
        bids[lot] = msg.value;
    }
}

/// Passes payments of invoices on.
contract Till {
    event Paid(bytes32 indexed invoice, address indexed payee, uint256 amount);

    function payInvoice(bytes32 invoice, Asset token, uint256 amount, address payee) external {
        require(token.transferFrom(msg.sender, payee, amount), "not paid");
        emit Paid(invoice, payee, amount);
    }
}
