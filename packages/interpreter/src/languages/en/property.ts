import type { Tables } from "../language.ts";

export const property: Tables = {
  type: {
    house: [
      "house", "houses", "home", "homes", "hse", "hses", "detached", "detached house", "detached home", "semi",
      "semi-detached", "semi-detached house", "semis", "semi-detached home", "single family", "single family home",
      "single family house", "single family residence", "single family residential", "single family detached", "sfh",
      "sfr", "terraced house", "terraced", "terraced home", "end of terrace", "end terrace", "end of terrace house",
      "end terrace house", "mid terrace", "mid terrace house", "link detached", "dwelling house", "one family",
      "rancher", "ranch house", "residential house", "whole house", "entire house", "country house",
      "two up two down", "2 up 2 down", "two up, two down", "2 up, 2 down", "stand alone house", "freestanding house", "standalone house",
    ],
    apartment: [
      "apartment", "apartments", "flat", "flats", "condo", "condos", "condominium", "condominiums", "unit", "units",
      "apt", "apts", "condo unit", "apartment unit", "condominium unit", "co-op", "coop", "strata unit",
      "serviced apartment", "serviced apartments", "holiday apartment", "granny flat apartment", "garden flat",
      "basement apartment home", "apartment flat",
    ],
    studio: [
      "studio", "studios", "studio apartment", "studio apartments", "studio flat", "studio flats", "bedsit", "bedsits",
      "studio unit", "bachelor apartment", "efficiency apartment", "efficiency", "studio condo", "bachelor pad",
      "studio loft",
    ],
    townhouse: [
      "townhouse", "townhouses", "town house", "town houses", "townhome", "townhomes", "town home", "town homes",
      "rowhouse", "row house", "row houses", "rowhouses", "row home", "row homes", "brownstone", "brownstones",
      "mews house", "mews",
    ],
    villa: ["villa", "villas"],
    penthouse: [
      "penthouse", "penthouses", "penthouse apartment", "penthouse flat", "penthouse condo", "penthouse suite",
    ],
    loft: ["loft", "lofts", "loft apartment", "loft conversion apartment", "loft style apartment", "loft flat"],
    duplex: ["duplex", "duplexes", "duplex apartment", "duplex flat", "maisonette", "maisonettes"],
    triplex: ["triplex", "triplexes"],
    bungalow: ["bungalow", "bungalows", "detached bungalow", "semi-detached bungalow", "dormer bungalow"],
    cottage: ["cottage", "cottages", "country cottage"],
    cabin: ["cabin", "cabins", "log cabin", "log cabins"],
    chalet: ["chalet", "chalets"],
    mansion: ["mansion", "mansions", "manor", "manor house", "stately home"],
    farmhouse: ["farmhouse", "farmhouses", "farm house", "farm houses", "country estate farmhouse"],
    farm: ["farm", "farms", "ranch", "ranches", "smallholding", "farmland", "agricultural land"],
    land: [
      "land", "plot", "plots", "plot of land", "plots of land", "lot", "lots", "land plot", "building plot",
      "building plots", "building land", "parcel of land", "vacant land", "vacant lot", "building lot", "land parcel",
      "land lot", "parcels", "parcel", "acreage", "residential land", "undeveloped land", "piece of land", "plots land",
      "empty lot",
    ],
    office: [
      "office", "offices", "office space", "office spaces", "office unit", "office building", "office suite",
      "coworking space", "workspace", "office room",
    ],
    retail: [
      "retail", "shop", "shops", "retail space", "store", "stores", "retail unit", "retail property", "retail premises",
      "storefront", "shop unit", "commercial shop", "showroom", "retail shop",
    ],
    warehouse: [
      "warehouse", "warehouses", "warehouse space", "industrial unit", "industrial units", "industrial space",
      "storage unit warehouse", "distribution centre", "distribution center", "logistics space", "industrial property",
      "industrial warehouse",
    ],
    room: [
      "room to let", "room to rent", "room for rent", "rooms to rent", "rooms for rent", "room in a shared house",
      "room in a house share", "room in a flat share", "room in a flatshare", "room in shared flat",
      "room in a shared flat", "room in shared house", "room in a flat", "room in a house", "room in an apartment",
      "room", "rooms", "single room", "double room", "house share", "houseshare", "flat share", "flatshare",
      "house shares", "houseshares", "flat shares", "flatshares", "room shares", "shared house", "shared flat",
      "shared apartment", "shared room", "shared accommodation", "private room", "bedroom to rent", "bedroom for rent",
      "flatmate", "roommate", "spare room", "room share",
    ],
    garage: ["garages for sale", "garage for sale", "garage to rent", "lock up garage"],
    parking: ["parking space for sale", "parking spot for sale", "parking space to rent"],
    hotel: ["hotel property", "hotel for sale", "hotels for sale", "guesthouse business"],
    restaurant: ["restaurant for sale", "restaurant premises", "restaurant space"],
    building: [
      "apartment building", "apartment buildings", "block of flats", "apartment block", "residential building",
      "whole building",
    ],
    multi_family: [
      "multi family", "multifamily", "multi family home", "multi family house", "multi family homes",
      "multifamily home", "fourplex", "quadplex",
    ],
    mobile_home: [
      "mobile home", "mobile homes", "manufactured home", "manufactured homes", "trailer home", "park home",
      "static caravan", "modular home", "manufactured", "prefab home",
    ],
    houseboat: ["houseboat", "houseboats", "boat house", "narrowboat"],
    tiny_house: ["tiny house", "tiny home", "tiny houses", "tiny homes"],
  },
  category: {
    commercial: [
      "commercial", "commercial property", "commercial properties", "commercial space", "commercial unit",
      "commercial real estate", "business premises", "commercial premises",
    ],
    industrial: ["industrial"],
    residential: [
      "residential", "residential property", "residential properties", "residential real estate", "residential listing",
      "residential listings",
    ],
  },
  listing: {
    sale: [
      "for sale", "4 sale", "sale", "to buy", "buy", "buying", "purchase", "purchasing", "to purchase", "for purchase",
      "sales", "on sale", "invest in", "selling", "to own", "resale",
    ],
    rent: [
      "for rent", "to rent", "rent", "rental", "rentals", "renting", "to let", "let", "lettings", "for lease", "lease",
      "to lease", "leasing", "for let", "4 rent", "rented out", "for hire", "on rent", "for renting", "tenancy",
      "for rental",
    ],
  },
  status: {
    sold: ["sold", "recently sold", "just sold", "sold properties", "closed sales"],
    pending: [
      "pending", "under offer", "under contract", "sale agreed", "sold subject to contract", "sold stc", "sstc", "stc",
      "in escrow", "sale pending", "reserved", "offer accepted", "contingent", "subject to contract",
    ],
    rented: ["rented", "let agreed", "already rented", "already let", "leased"],
    inactive: [
      "inactive", "withdrawn", "off market", "off the market", "delisted", "archived", "unlisted", "expired listings",
    ],
    active: ["active", "active listings", "on the market", "still available", "currently available", "live listings"],
  },
  bed: [
    "bedroom", "bedrooms", "bed", "beds", "bdrm", "bdrms", "bdr", "bdrs", "br", "brs", "bd", "bds", "bhk", "bedroomed",
    "bedder", "bedders", "bed room", "bed rooms", "sleeping rooms", "bedrms", "bedrm", "b r", "b", "rk",
  ],
  bath: [
    "bathroom", "bathrooms", "bath", "baths", "ba", "bas", "bth", "bths", "bathrm", "bathrms", "bath room",
    "bath rooms", "toilets", "wc", "restrooms", "washrooms", "washroom", "shower rooms", "shower room",
  ],
  room: ["room", "rooms", "reception rooms", "receptions", "reception room"],
  roomAdjective: [
    "double", "dbl", "large", "full", "spacious", "big", "separate", "good sized", "good size", "generous", "proper",
    "complete", "small", "nice", "private", "king size", "main", "master", "ensuite", "en-suite", "sized", "decent",
  ],
  floor: {
    0: [
      "ground floor", "ground level", "street level", "groundfloor", "ground flr", "grnd floor", "gnd floor",
      "grd floor", "main floor",
    ],
    "-1": [
      "basement floor", "lower ground floor", "lower ground", "garden level", "basement level", "basement flat",
      "basement apartment", "basement apt", "basement unit", "basement suite",
    ],
  },
  floorWord: ["floor", "level", "storey", "story", "fl", "flr"],
  storey: ["storey", "story", "storeys", "stories", "floors", "levels", "storied", "storeyed"],
  lot: [
    "lot", "plot", "lot size", "plot size", "land size", "land area", "lot area", "plot area", "plot of", "lot of",
    "yard of", "garden of", "land of", "grounds of", "grounds", "on a lot", "on a plot", "land", "garden", "parcel",
    "parcel of", "acreage",
  ],
  areaWord: [
    "area", "size", "floor area", "living area", "living space", "floor space", "internal area", "built area",
    "floorspace", "sized", "interior", "surface", "footage",
  ],
  price: [
    "price", "priced", "price range", "pricing", "budget", "asking", "asking price", "cost", "costs", "costing", "rent",
    "my budget", "budget of", "price of", "worth", "value", "valued", "prices", "priced at", "total budget", "cash",
    "guide price", "listed at", "spend", "going for", "selling for", "monthly rent", "weekly rent", "yearly rent",
    "annual rent", "rental price",
  ],
  fee: [
    "deposit", "deposits", "security deposit", "holding deposit", "down payment", "downpayment", "payment", "payments",
    "monthly payment", "monthly payments", "mortgage", "mortgages", "mortgage payment", "mortgage payments",
    "repayment", "repayments", "instalment", "instalments", "earn", "earns", "earning", "earnings", "I make", "we make",
    "salary", "salaries", "income", "household income", "wage", "wages", "tax", "taxes", "property tax",
    "property taxes", "council tax", "stamp duty", "savings", "saved", "equity", "loan", "insurance", "closing costs",
  ],
  yearWord: [
    "year", "built in", "built", "built year", "year built", "construction year", "constructed", "constructed in",
    "build year", "dating from", "dated", "from the", "building from",
  ],
  built: ["built", "constructed", "completed", "erected", "build", "construction", "finished", "year built"],
  renovated: ["renovated", "refurbished", "remodeled", "remodelled", "updated", "modernised", "modernized", "redone"],
  old: ["years old", "year old", "yrs old", "yr old", "years of age", "years of construction"],
};
