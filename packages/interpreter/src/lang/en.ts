import type { Language } from "./language.ts";
import { enDates } from "./en-dates.ts";
import { enFeatures } from "./en-features.ts";
import { enRefusal } from "./en-negation.ts";
import { enWords } from "./en-words.ts";

export const en: Language = {
  code: "en",
  words: enWords,
  tables: {
    stop: {
      "": "the|a|an|any|some|i|im|i'm|i am|we|we're|we are|me|my|our|us|you|your|it|its|it's|is|are|be|was|there|there's|this is|that|that's|which|who's|with|w/|w|has|have|having|had|featuring|including|includes|include|incl|comes|come|want|wants|wanted|want to|wanting|would like|i'd|i'd like|like|looking|looking for|look for|searching|searching for|search|search for|find|find me|show|show me|give me|get me|get|list|list all|display|see|need|needs|needed|i need|require|please|pls|thanks|thank you|can you|could you|do you have|got|help me|help|on|at|of|in|by|for|to|from|into|as|also|plus|but|so|just|only|all|every|each|what|what's|whats|which are|that are|that is|that has|that have|currently|now|right now|here|hi|hey|hello|ok|okay|should be|should have|must be|ideal|asap|preferably in|located|location|situated|based|set in|set|within|under the|per|either|both|anywhere|anywhere in|everything|anything|something|someone|one|ones|it should|let me see|let me|going|go|am|too|suitable|interested in|interested|hoping|for me|us to|move to|moving to|live in|living in|living|move|budget is|with a|with an|wanna|gonna|any good|still|really|very|own|it has|has to|have to has|each with|no preference|no problem|matching|match|related|it's got|do|does|did|been|were|will|can|could|would|should|might|may|our own|there is|there are|bhk",
    },
    joiner: { "": "of|the|a|an|my|our|to|for|'s|your|their|his|her" },
    generic: {
      "": "property|properties|place|places|listing|listings|real estate|accommodation|accommodations|housing|somewhere|somewhere to live|place to live|options|option|residence|residences|premises|pad|digs|dwelling|dwellings|homes and apartments|something to buy|offers|results|building|buildings|residential|residential property|residential properties|residential real estate",
    },
    vague: {
      "": "cozy|cosy|affordable|cheap|luxury|luxurious|quiet|nice|good|great|beautiful|lovely|modern|charming|spacious|big|large|small|bright|sunny|stunning|safe|stylish|elegant|contemporary|amazing|perfect|decent|clean|pretty|huge|tiny|compact|peaceful|calm|exclusive|premium|prestigious|upscale|unique|inexpensive|reasonable|reasonably priced|high end|well maintained|airy|light|old|new|period|central|leafy|trendy|hip|posh|lively|vibrant|rural|urban|secluded|private|convenient|comfortable|gorgeous|historic|traditional|character|rustic|ideal|best|top|excellent|fantastic|high quality|fancy|exceptional|victorian|edwardian|georgian|art deco|tudor|colonial|ranch style|mid century|detached style|walkable|popular|desirable|up and coming|budget|low cost|low maintenance|buy to let|price reduced|reduced price|price reduction|price drop|price drops|reduced|price cut|price cuts|family oriented|plus bills|excluding bills|excl bills|exc bills|bills excluded|bills extra|bills not included|utilities not included|plus utilities|excluding utilities|utilities extra|help to buy|barn conversion|barn conversions|converted barn|chapel conversion|warehouse conversion|mill conversion|vacant on transfer|cash buyer|cash buyers|cash only|rent to own|option to buy|lease option|rental income|rental yield|left on lease|left on the lease|remaining on lease|remaining on the lease|long lease|short lease|lease length|rent out|rent it out|to rent out|let out|letting out|to let out|rent the other|rent out the other",
    },
    hello: { "": "hello|hi there|hello there|good morning|good evening|how are you|test|testing" },
    offtopic: {
      "": "poem|poems|joke|jokes|essay|recipe|recipes|lyrics|weather|forecast|instructions|previous instructions|ignore previous instructions|ignore all previous instructions|ignore your instructions|ignore the above|disregard|system prompt|prompt|password|passwords|api key|api keys|credentials|sql|drop table|database|delete|translate|translation|capital of|president|prime minister|who is|who was|who won|how old is|how do i|how do you|how to|why is|why do|explain|summarize|summarise|write|write me|compose|python|javascript|calculate|solve|equation|match score|stocks|bitcoin|crypto|flight|flights|tell me|tell me about|print|execute|essay about|meaning of life|homework|math|history of|population of|time is it|dog breeds|roleplay|pretend|act as|developer mode|jailbreak|you are now|reveal|hack",
      // Words that stand beside a home as well: they only speak against a query in which nothing of a property stands.
      aside:
        "salary|story|stories|song|secret|secrets|token|tokens|select|code|program|function|script|football|soccer|basketball|score|movie|movies|film|news|stock|hotel|hotels|restaurant|restaurants|pizza|cook|cooking|talk|chat|run|email|play|music|cats|car|cars|laptop|phone|shoes|jobs|job|doctor",
    },
    op: {
      lte: "max|maximum|maximum of|max of|up to|upto|at most|no more than|not more than|no more then|not exceeding|not to exceed|no higher than|not higher than|not over|not above|no over|no bigger than|no larger than|not bigger than|not larger than|no bigger|no larger|not bigger|not larger|no greater|not greater|no higher|not higher|not exceed|<=|no older than price|to a maximum of|capped at|cap of|limit of|until|up to a maximum of|at the most|ceiling of|no greater than|not greater than|doesn't exceed|without exceeding|can spend|can spend up to|can afford|can afford up to|afford|spend|spend up to",
      lt: "under|below|less than|less then|lower than|lower then|fewer than|fewer then|smaller than|smaller then|cheaper than|cheaper then|beneath|<|sub|for less than|for under|underneath|not quite",
      gte: "min|minimum|minimum of|min of|at least|at the least|atleast|from|starting from|starting at|starts at|start at|starts from|no less than|not less than|no fewer than|not under|not below|no smaller than|not smaller than|no smaller|not smaller|no lower|not lower|no fewer|not fewer|no less|not less|>=|upwards of|upward of|as of|no lower than|not lower than|upwards from",
      gt: "over|above|more than|more then|greater than|greater then|bigger than|bigger then|larger than|larger then|higher than|higher then|further than|farther than|further away than|farther away than|beyond|exceeding|in excess of|>|excess of|exceed|exceeds|go beyond",
      eq: "exactly|precisely|just|only|strictly|=|exact",
      around:
        "around|about|approximately|approx|roughly|circa|ca|~|close to|near|in the region of|somewhere around|in the ballpark of|give or take|c|+-|±|more or less|or so around|nearly|almost",
    },
    yearOp: {
      after: ">|after|post|newer than|newer then|later than|younger than|more recent than",
      since:
        ">=|since|from|no older than|not older than|not before|starting|starting from|at least|min|minimum|no earlier than|not earlier than",
      before: "<|before|pre|older than|older then|prior to|earlier than|not after",
      until: "<=|until|up to|no later than|not later than|max|by|at most|no newer than",
    },
    between: {
      "": "between|from|in the range of|ranging from|range of|range|anywhere from|anywhere between|somewhere between",
    },
    range: { "": "-|to|and|through|till|until|up to|thru" },
    postOp: {
      gte: "+|or more|or above|or over|or higher|or greater|or up|and up|and above|and over|and more|or bigger|or larger|or better|plus|min|minimum|upwards|and upwards|onwards|and higher|and bigger|at least|or newer|or later|and newer|and later|at minimum|at a minimum",
      lte: "or less|or under|or below|or fewer|or lower|or smaller|or cheaper|and under|and below|and less|max|maximum|tops|at most|and lower|or older|or earlier|and older|and earlier|limit|ceiling|cap|at the most|at max",
      around: "or so|ish|approximately|approx|more or less|give or take|or thereabouts|roughly",
      eq: "exactly|only|exact",
    },
    conj: {
      or: "or|/|and or|alternatively|or else|or even|or maybe|or possibly",
      and: "and|&|plus|as well as|also|and also|along with|together with|+|and a|then",
    },
    ...enRefusal,
    must: {
      "": "essential|required|a must|is a must|must|must have|must haves|necessary|needed|mandatory|is essential|is required|are required|are essential|are a must|is needed|non negotiable|absolutely|definitely|important|is important",
    },
    soft: {
      "": "ideally|ideally with|preferably|preferably with|prefer|i prefer|preference for|would prefer|bonus if|nice to have|hopefully|hopefully with|possibly|possibly with|maybe|maybe with|bonus points for|extra points for|would love|we would love|i would love|i'd love",
    },
    softAfter: {
      "": "preferred|is preferred|would be nice|would be great|would be good|would be a plus|would be ideal|would be a bonus|would be lovely|would be perfect|if possible|a plus|is a plus|a bonus|is a bonus|nice to have|desirable|is desirable|ideally|preferably|would help|optional but nice|are a plus",
    },
    number: {
      "0": "zero",
      "1": "one|single",
      "2": "two|couple of",
      "3": "three",
      "4": "four",
      "5": "five",
      "6": "six",
      "7": "seven",
      "8": "eight",
      "9": "nine",
      "10": "ten",
      "11": "eleven",
      "12": "twelve",
      "13": "thirteen",
      "14": "fourteen",
      "15": "fifteen",
      "16": "sixteen",
      "17": "seventeen",
      "18": "eighteen",
      "19": "nineteen",
      "20": "twenty",
      "30": "thirty",
      "40": "forty",
      "50": "fifty",
      "60": "sixty",
      "70": "seventy",
      "80": "eighty",
      "90": "ninety",
      "100": "hundred",
    },
    half: {
      "0.5": "half a|half|a half|half an",
      "0.25": "quarter of a|a quarter of a|quarter",
      "0.75": "three quarters of a",
    },
    ordinal: {
      "1": "first",
      "2": "second",
      "3": "third",
      "4": "fourth",
      "5": "fifth",
      "6": "sixth",
      "7": "seventh",
      "8": "eighth",
      "9": "ninth",
      "10": "tenth",
    },
    scale: {
      "1000": "k|thousand|grand|thousands|000s",
      "1000000": "m|million|mil|mill|millions|mn|mm|mio",
      "1000000000": "bn|billion",
      "100000": "lakh|lakhs|lac|lacs|l",
      "10000000": "crore|crores|cr",
    },
    currency: {
      "": "$|dollars|dollar|bucks",
      USD: "usd|us$|us dollars|us dollar",
      GBP: "£|gbp|pounds|pound|quid|pounds sterling|sterling",
      EUR: "€|eur|euro|euros",
      AED: "aed|dirham|dirhams|dhs|dh",
      INR: "₹|inr|rs|rupees|rupee",
      CHF: "chf|swiss francs|francs|sfr",
      CAD: "cad|c$|ca$|canadian dollars",
      AUD: "aud|a$|au$|australian dollars",
      NZD: "nzd|nz$",
      SGD: "sgd|s$",
      HKD: "hkd|hk$",
      JPY: "¥|jpy|yen",
      CNY: "cny|rmb|yuan",
      PLN: "pln|zł|zl|zloty",
      SEK: "sek",
      NOK: "nok",
      DKK: "dkk",
      CZK: "czk",
      HUF: "huf",
      TRY: "₺|try lira|lira",
      THB: "฿|thb|baht",
      BRL: "r$|brl|reais",
      MXN: "mxn|pesos",
      ZAR: "zar|rand",
      SAR: "sar|riyal|riyals",
      QAR: "qar",
      ILS: "₪|ils|shekels|nis",
      RUB: "₽|rub|rubles",
      KRW: "₩|krw",
      BGN: "bgn|leva",
      RON: "ron|lei",
    },
    period: {
      month:
        "/ month|/ mo|/ mth|/ m|/ pcm|pcm|pm|p/m|per month|a month|per calendar month|monthly|each month|every month|per mo|mo|pmo|p/cm|per mth|a mo",
      week: "pw|per week|a week|/ week|/ wk|/ w|weekly|p/w|each week|every week|ppw|per wk|a wk|/ pw",
      year: "pa|per annum|p/a|a year|per year|/ year|/ yr|/ y|yearly|annually|annual|each year|every year|per yr|/ annum|a yr|/ pa|annum",
    },
    bed: {
      "": "bedroom|bedrooms|bed|beds|bdrm|bdrms|bdr|bdrs|br|brs|bd|bds|bhk|bedroomed|bedder|bedders|bed room|bed rooms|sleeping rooms|bedrms|bedrm|b r|b|rk",
    },
    bath: {
      "": "bathroom|bathrooms|bath|baths|ba|bas|bth|bths|bathrm|bathrms|bath room|bath rooms|toilets|wc|restrooms|washrooms|washroom|shower rooms|shower room",
    },
    room: { "": "room|rooms|reception rooms|receptions|reception room" },
    roomAdjective: {
      "": "double|dbl|large|full|spacious|big|separate|good sized|good size|generous|proper|complete|small|nice|private|king size|main|master|ensuite|en suite|sized|decent",
    },
    area: {
      sqft: "sqft|sq ft|sq feet|square feet|square foot|square ft|sf|ft2|ft²|sq foot|sqf|sft|ft 2|sq.ft|square footage|sq fts|feet squared",
      sqm: "sqm|sq m|sq mt|sq mtr|sq mtrs|sq metres|sq meters|square metres|square meters|square metre|square meter|m2|m²|mq|qm|sq metre|sq meter|mts2|mt2|metres squared|meters squared|sqms|sq mts|㎡|sqmt|sqmtr",
      sqyd: "sq yd|sq yds|sqyd|sqyds|sq yard|sq yards|square yard|square yards|gaj",
      acre: "acre|acres|ac",
      ha: "ha|hectare|hectares",
    },
    distance: {
      km: "km|kms|kilometer|kilometers|kilometre|kilometres|k m",
      m: "m|meter|meters|metre|metres|mtrs|mts",
      mi: "mi|mile|miles",
      yd: "yd|yds|yard|yards",
      ft: "feet|foot|ft",
      min: "min|mins|minute|minutes",
      hour: "hour|hours|hr|hrs",
    },
    mode: {
      walk: "walk|walking|on foot|by foot|walk away|walking distance|stroll",
      drive: "drive|driving|by car|car|drive away|car ride",
      bike: "bike|by bike|bike ride|cycle|cycling|bicycle|by bicycle|cycle ride",
      transit:
        "by train|train|by bus|bus|by metro|by tube|by public transport|commute|train ride|by subway|tube|metro ride",
    },
    near: {
      "800":
        "walking distance to|walking distance of|walking distance from|within walking distance of|within walking distance to|in walking distance of|in walking distance to|walkable to|walk to|short walk to|short walk from|a short walk from|a short walk to|walking distance",
      "": "near|nr|nearby|near to|close to|closest to|nearest to|nearest|next to|in the vicinity of|vicinity of|in proximity to|proximity to|around|beside|adjacent to|not far from|close by|not too far from|within reach of|in reach of|easy reach of|within easy reach of|close proximity to|in close proximity to|surrounding|handy for|opposite|across from|a stone's throw from|stones throw from|by the|minutes from|short drive from|commutable to|commuting distance of|commuting distance to|within commuting distance of|easy access to|access to|facing|overlooking|good access to|close",
    },
    from: {
      "": "of|from|to|away from|around|off|near|distance of|distance from|distance to|distance|away|radius of|radius around|radius from",
    },
    radius: {
      "": "within|within about|no further than|not further than|no farther than|not farther than|no more than|less than|up to|radius|radius of|radius around|radius from|in a radius of|within a radius of",
    },
    in: {
      "": "in|at|around|within|inside|near|to|from|throughout|across|in and around|of|into|town of|city of|the city of|the town of|community of|region of|the area of|area of|area|zip|zip code|zipcode|postcode|postal code|district|on",
    },
    direction: {
      "": "north of|south of|east of|west of|northeast of|northwest of|southeast of|southwest of|north east of|north west of|south east of|south west of|outskirts of|the outskirts of|on the outskirts of|suburbs of|edge of|the edge of",
    },
    lot: {
      "": "lot|plot|lot size|plot size|land size|land area|lot area|plot area|plot of|lot of|yard of|garden of|land of|grounds of|grounds|on a lot|on a plot|land|garden|parcel|parcel of|acreage",
    },
    areaWord: {
      "": "area|size|floor area|living area|living space|floor space|internal area|built area|floorspace|sized|interior|surface|footage",
    },
    price: {
      "": "price|priced|price range|pricing|budget|asking|asking price|cost|costs|costing|rent|my budget|budget of|price of|worth|value|valued|prices|priced at|total budget|cash|guide price|listed at|spend|going for|selling for|monthly rent|weekly rent|yearly rent|annual rent|rental price",
    },
    fee: {
      "": "deposit|deposits|security deposit|holding deposit|down payment|downpayment|payment|payments|monthly payment|monthly payments|mortgage|mortgages|mortgage payment|mortgage payments|repayment|repayments|instalment|instalments|earn|earns|earning|earnings|i make|we make|salary|salaries|income|household income|wage|wages|tax|taxes|property tax|property taxes|council tax|stamp duty|savings|saved|equity|loan|insurance|closing costs",
    },
    leaving: {
      "": "moving from|relocating from|move from|relocate from|moved from|coming from|moving out of|moving away from|i live in|we live in|i currently live in|we currently live in|currently live in|currently living in|i am living in|i'm living in|we are living in|we're living in|i'm based in|we're based in|currently based in|i rent in|we rent in|currently renting|currently renting in|selling my|selling our|sell my|sell our|sold my|sold our",
    },
    yearWord: {
      "": "year|built in|built|built year|year built|construction year|constructed|constructed in|build year|dating from|dated|from the|building from",
    },
    built: { "": "built|constructed|completed|erected|build|construction|finished|year built" },
    old: { "": "years old|year old|yrs old|yr old|years of age|years of construction" },
    ...enDates,
    floorWord: { "": "floor|level|storey|story|fl|flr" },
    storey: { "": "storey|story|storeys|stories|floors|levels|storied|storeyed" },
    floor: {
      "0": "ground floor|ground level|street level|groundfloor|ground flr|grnd floor|gnd floor|grd floor|main floor",
      "-1": "basement floor|lower ground floor|lower ground|garden level|basement level|basement flat|basement apartment|basement apt|basement unit|basement suite",
    },
    listing: {
      sale: "for sale|4 sale|sale|to buy|buy|buying|purchase|purchasing|to purchase|for purchase|sales|on sale|invest in|selling|to own|resale",
      rent: "for rent|to rent|rent|rental|rentals|renting|to let|let|lettings|for lease|lease|to lease|leasing|for let|4 rent|rented out|for hire|on rent|for renting|tenancy|for rental",
    },
    status: {
      sold: "sold|recently sold|sold properties|closed sales",
      pending:
        "pending|under offer|under contract|sale agreed|sold subject to contract|sold stc|sstc|stc|in escrow|sale pending|reserved|offer accepted|contingent|subject to contract",
      rented: "rented|let agreed|already rented|already let|leased",
      inactive: "inactive|withdrawn|off market|off the market|delisted|archived|unlisted|expired listings",
      active: "active|active listings|on the market|still available|currently available|live listings",
    },
    category: {
      commercial:
        "commercial|commercial property|commercial properties|commercial space|commercial unit|commercial real estate|business premises|commercial premises",
      industrial: "industrial",
    },
    type: {
      house:
        "house|houses|home|homes|hse|hses|detached|detached house|detached home|semi|semi detached|semi detached house|semis|semi detached home|single family|single family home|single family house|single family residence|single family residential|single family detached|sfh|sfr|terraced house|terraced|terraced home|end of terrace|end terrace|end of terrace house|end terrace house|mid terrace|mid terrace house|link detached|dwelling house|one family|rancher|ranch house|residential house|whole house|entire house|country house|stand alone house|freestanding house|standalone house",
      apartment:
        "apartment|apartments|flat|flats|condo|condos|condominium|condominiums|unit|units|apt|apts|condo unit|apartment unit|condominium unit|co op|coop|strata unit|serviced apartment|serviced apartments|holiday apartment|granny flat apartment|garden flat|basement apartment home|apartment flat",
      studio:
        "studio|studios|studio apartment|studio apartments|studio flat|studio flats|bedsit|bedsits|studio unit|bachelor apartment|efficiency apartment|efficiency|studio condo|bachelor pad|studio loft",
      townhouse:
        "townhouse|townhouses|town house|town houses|townhome|townhomes|town home|town homes|rowhouse|row house|row houses|rowhouses|row home|row homes|brownstone|brownstones|mews house|mews",
      villa: "villa|villas",
      penthouse: "penthouse|penthouses|penthouse apartment|penthouse flat|penthouse condo|penthouse suite",
      loft: "loft|lofts|loft apartment|loft conversion apartment|loft style apartment|loft flat",
      duplex: "duplex|duplexes|duplex apartment|duplex flat|maisonette|maisonettes",
      triplex: "triplex|triplexes",
      bungalow: "bungalow|bungalows|detached bungalow|semi detached bungalow|dormer bungalow",
      cottage: "cottage|cottages|country cottage",
      cabin: "cabin|cabins|log cabin|log cabins",
      chalet: "chalet|chalets",
      mansion: "mansion|mansions|manor|manor house|stately home",
      farmhouse: "farmhouse|farmhouses|farm house|farm houses|country estate farmhouse",
      farm: "farm|farms|ranch|ranches|smallholding|farmland|agricultural land",
      land: "land|plot|plots|plot of land|plots of land|lot|lots|land plot|building plot|building plots|building land|parcel of land|vacant land|vacant lot|building lot|land parcel|land lot|parcels|parcel|acreage|residential land|undeveloped land|piece of land|plots land|empty lot",
      office:
        "office|offices|office space|office spaces|office unit|office building|office suite|coworking space|workspace|office room",
      retail:
        "retail|shop|shops|retail space|store|stores|retail unit|retail property|retail premises|storefront|shop unit|commercial shop|showroom|retail shop",
      warehouse:
        "warehouse|warehouses|warehouse space|industrial unit|industrial units|industrial space|storage unit warehouse|distribution centre|distribution center|logistics space|industrial property|industrial warehouse",
      room: "room to let|room to rent|room for rent|rooms to rent|rooms for rent|room in a shared house|room in a house share|room in a flat share|room in a flatshare|room in shared flat|room in a shared flat|room in shared house|room in a flat|room in a house|room in an apartment|room|rooms|single room|double room|house share|houseshare|flat share|flatshare|house shares|houseshares|flat shares|flatshares|room shares|shared house|shared flat|shared apartment|shared room|shared accommodation|private room|bedroom to rent|bedroom for rent|flatmate|roommate|spare room|room share",
      garage: "garages for sale|garage for sale|garage to rent|lock up garage",
      parking: "parking space for sale|parking spot for sale|parking space to rent",
      hotel: "hotel property|hotel for sale|hotels for sale|guesthouse business",
      restaurant: "restaurant for sale|restaurant premises|restaurant space",
      building:
        "apartment building|apartment buildings|block of flats|apartment block|residential building|whole building",
      multi_family:
        "multi family|multifamily|multi family home|multi family house|multi family homes|multifamily home|fourplex|quadplex",
      mobile_home:
        "mobile home|mobile homes|manufactured home|manufactured homes|trailer home|park home|static caravan|modular home|manufactured|prefab home",
      houseboat: "houseboat|houseboats|boat house|narrowboat",
      tiny_house: "tiny house|tiny home|tiny houses|tiny homes",
    },
    feature: enFeatures,
    viewOf: {
      "": "sea|ocean|lake|mountain|city|park|river|golf|golf course|garden|pool|street|skyline|city skyline|water|marina|harbour|harbor|canal|beach|forest|valley|countryside|vineyard|bay|landmark|burj khalifa|burj al arab|burj|eiffel tower|palm|fountain|creek|downtown|courtyard|panoramic|sunset|mountains|hills|bridge|castle|cathedral|island|coast|woodland|meadow|volcano|alps|desert|central park|open|green|nature|boulevard|square|lagoon|thames|acropolis|waterfront|racecourse|stadium|opera|old town",
    },
    viewWord: { "": "view|views|vista|vistas" },
    withWord: {
      "": "with|w/|has|have|having|featuring|including|includes|incl|plus|and|&|must have|needs|need|without|no|comes with",
    },
    sort: {
      "price:asc":
        "cheapest|least expensive|lowest price|lowest priced|lowest prices|lowest cost|price low to high|price ascending|low to high|most affordable|price asc|lowest rent|cheap to expensive|price from low to high|price lowest first|cheapest price|best price|best priced|lowest to highest|price (low to high)",
      "price:desc":
        "most expensive|priciest|highest price|highest priced|highest prices|price high to low|price descending|high to low|price desc|dearest|costliest|price highest first|highest to lowest|most costly",
      "publishedAt:desc":
        "newest|latest|most recent|recently listed|newly listed|most recently listed|recent|just listed|recently added|newest listings|latest listings|new listings|most recent listings|recent listings|newly added|most recently added|freshest|new to market|new on the market",
      "publishedAt:asc": "oldest listings|longest on the market|oldest listing|longest listed",
      "area:desc":
        "biggest|largest|most spacious|roomiest|most space|largest area|biggest area|most square feet|most square footage|most living space|size descending",
      "area:asc": "smallest|tiniest|smallest area|most compact|size ascending",
      "lotArea:desc":
        "biggest plot|biggest plots|largest plot|largest plots|biggest lot|biggest lots|largest lot|largest lots|biggest land|largest land|biggest garden|largest garden|largest plots of land|biggest plots of land|biggest plot of land|largest plot of land|biggest yard|largest yard|most land",
      "lotArea:asc": "smallest plot|smallest plots|smallest lot|smallest lots",
      "bedrooms:desc": "most bedrooms|most beds|most rooms|highest number of bedrooms",
      "bedrooms:asc": "fewest bedrooms|fewest beds|least bedrooms",
      "yearBuilt:desc":
        "newest built|newest construction|most recently built|most modern|newest buildings|newest building|most recent construction|recently built",
      "yearBuilt:asc": "oldest|oldest built|oldest buildings|oldest building",
      "pricePerArea:asc":
        "best price per square metre|best price per square meter|best price per sqm|best price per sq m|best price per m2|best price per m²|best price per square foot|best price per sqft|best price per sq ft|lowest price per square metre|lowest price per square meter|lowest price per sqm|lowest price per m2|lowest price per m²|lowest price per square foot|lowest price per sqft|lowest price per sq ft|cheapest per sqm|cheapest per square metre|cheapest per square meter|cheapest per m2|cheapest per m²|cheapest per sqft|cheapest per square foot|cheapest per sq ft|best value per sqm|best value per square metre|best value per square meter|best value per m2|best value per square foot|best value per sqft|best value per sq ft|price per square metre|price per square meter|price per sqm|price per m2|price per m²|price per square foot|price per sqft|price per sq ft|best value for size",
      "pricePerArea:desc":
        "highest price per square metre|highest price per square meter|highest price per sqm|highest price per m2|highest price per square foot|highest price per sqft|most expensive per sqm|most expensive per square metre|most expensive per square foot",
      "distance:asc": "closest first|nearest first|closest|by distance|distance ascending",
      "updatedAt:desc": "recently updated|last updated|most recently updated|latest updates",
      "relevance:desc": "most relevant|best match|best matches",
    },
    sortBy: {
      "": "sort by|sorted by|order by|ordered by|sort|ranked by|rank by|sort on|sort them by|sorting by|arrange by|arranged by|sort results by|order them by|ordered|sorted",
    },
    sortField: {
      price: "price|cost|rent",
      publishedAt: "date|newness|recency|date listed|listing date|date added|publication date|most recent",
      area: "size|area|floor area|square footage|living area|square feet",
      lotArea: "lot size|plot size|land size|lot area|land area",
      bedrooms: "bedrooms|beds|number of bedrooms",
      yearBuilt: "year|year built|age|construction year|build year",
      pricePerArea:
        "price per square metre|price per square meter|price per sqm|price per m2|price per m²|price per square foot|price per sqft|price per sq ft",
      distance: "distance|proximity|closeness",
      updatedAt: "last update|update|updated|last updated",
      relevance: "relevance|relevancy|best match",
    },
    order: {
      asc: "ascending|asc|low to high|lowest first|cheapest first|lowest to highest|from low to high|up|smallest first|oldest first|(low to high)|nearest first|closest first",
      desc: "descending|desc|high to low|highest first|most expensive first|highest to lowest|from high to low|down|largest first|biggest first|newest first|latest first",
    },
    explicit: { "": "first|at the top|on top" },
    limit: { "": "top|first|limit|limit to|limited to|maximum of results|up to results|best" },
    result: { "": "results|listings|properties|hits|options|matches|ones|entries|offers|places" },
    protected: {
      "": "christian|christians|catholic|catholics|protestant|muslim|muslims|islamic|jewish|jews|jew|hindu|hindus|buddhist|sikh|sikhs|mormon|mormons|orthodox|atheist|atheists|evangelical|religious|church|churches|mosque|mosques|synagogue|synagogues|temple|temples|halal|kosher|african american|african americans|hispanic|hispanics|latino|latinos|latina|asian|asians|caucasian|caucasians|arab|arabs|immigrant|immigrants|foreigner|foreigners|refugees|refugee|ethnic|ethnicity|race|racial|diverse|minority|minorities|native american|indian families|expat|expats|british people|locals only|natives|gypsy|gypsies|roma people|english speaking|native speakers|family|families|family friendly|family orientated|kids|kid|children|child|child friendly|kid friendly|kids friendly|childless|child free|childfree|toddler|toddlers|babies|baby|newborn|pregnant|single mother|single mothers|single mum|single mums|single dad|single dads|whites|blacks|whites only|blacks only|white people|black people|single mom|single moms|single father|single parent|single parents|singles|single people|single person|couples|couple|married|married couple|married couples|unmarried|bachelor|bachelors|divorced|adults only|adult only|adults|adult community|active adult|mature adults|seniors|senior|senior living|senior citizens|elderly|retirees|retiree|retired|retirement|retirement community|pensioners|old people|young people|young professional|young professionals|young|millennials|55+|over 55|over 55s|55 plus|55 and over|over 50s|over 60s|62+|age restricted|women|woman|women only|female|females|female only|females only|ladies|ladies only|girls|girls only|men|men only|male|males|male only|males only|boys|gay|gays|lesbian|lesbians|lgbt|lgbtq|lgbtq+|queer|transgender|straight people|heterosexual|disabled|disabled people|disability|disabilities|handicapped|handicapped people|mental illness|mentally ill|wheelchair users|blind people|deaf people|veterans|military families|section 8|dss|benefits|housing benefit|welfare|nationality|nationals|citizens|citizens only",
    },
    protectedWide: {
      "": "white|black|brown|indian|indians|chinese|japanese|korean|polish|pakistani|bangladeshi|turkish|african|european|americans|american|mexican|mexicans|russian|russians|german|germans|french|italian|italians|irish|british|english|spanish|filipino|vietnamese|somali|nigerian|romanian|romanians|ukrainian|ukrainians|single|same sex|mixed|foreign|local|straight|older|traditional family|clean living|conservative|liberal",
    },
    protectedAfter: {
      "": "neighborhood|neighborhoods|neighbourhood|neighbourhoods|area|areas|community|communities|people|families|family|only|friendly|residents|tenants|tenant|population|street|district|neighbors|neighbours|folks|persons|person|owners|owner|landlord|landlords|buyers|preferred|household|households|culture|background|speaking|speakers|majority|building|environment|school|schools|allowed|welcome|not allowed|not welcome|couples|couple|women|men|students|professionals|accepted|considered|nearby|centre|center|living",
    },
    country: {
      "": "spain|germany|france|italy|portugal|uk|united kingdom|england|scotland|wales|ireland|usa|us|united states|america|canada|mexico|netherlands|holland|belgium|austria|switzerland|poland|greece|turkey|uae|united arab emirates|india|australia|new zealand|thailand|japan|china|brazil|bulgaria|romania|croatia|sweden|norway|denmark|finland|europe",
    },
  },
};
