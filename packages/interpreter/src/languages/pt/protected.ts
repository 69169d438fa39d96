import type { Tables } from "../language.ts";

export const protectedWords: Tables = {
  protected: [
    "cristão", "cristã", "cristãos", "cristãs", "católico", "católica", "católicos", "católicas", "evangélico",
    "evangélica", "evangélicos", "protestante", "protestantes", "muçulmano", "muçulmana", "muçulmanos", "islâmico",
    "islâmica", "judeu", "judeus", "judia", "judaico", "judaica", "religioso", "religiosa", "religiosos", "ateu",
    "ateus", "igreja", "mesquita", "sinagoga", "cigano", "ciganos", "cigana", "ciganas", "etnia cigana", "imigrante",
    "imigrantes", "emigrantes", "estrangeiro", "estrangeiros", "estrangeira", "estrangeiras", "refugiado", "refugiados",
    "nacionalidade", "nacionalidade portuguesa", "nacionalidade brasileira", "brasileiros", "brasileiras",
    "só brasileiros", "apenas brasileiros", "somente brasileiros", "portugueses", "só portugueses",
    "apenas portugueses", "somente portugueses", "africanos", "angolanos", "indianos", "chineses", "negros", "brancos",
    "raça", "raças", "etnia", "minorias", "família", "famílias", "família jovem", "jovem família", "família numerosa",
    "famílias com filhos", "familiar", "criança", "crianças", "sem crianças", "com crianças", "filho", "filhos",
    "sem filhos", "com filhos", "bebé", "bebés", "grávida", "grávidas", "mãe solteira", "mães solteiras",
    "pai solteiro", "solteiro", "solteiros", "solteira", "solteiras", "casal", "casais", "casal jovem", "jovem casal",
    "jovens casais", "casado", "casados", "recém-casados", "divorciado", "divorciados", "mulher", "mulheres",
    "só mulheres", "apenas mulheres", "somente mulheres", "rapariga", "raparigas", "só raparigas", "apenas raparigas",
    "menina", "meninas", "só meninas", "apenas meninas", "moça", "moças", "senhoras", "homem", "homens", "só homens",
    "apenas homens", "somente homens", "rapaz", "rapazes", "só rapazes", "apenas rapazes", "jovem", "jovens",
    "gente jovem", "jovens profissionais", "idoso", "idosa", "idosos", "idosas", "terceira idade", "melhor idade",
    "sénior", "séniores", "aposentado", "aposentados", "aposentada", "pensionistas", "pessoas reformadas", "deficiente",
    "deficientes", "pessoas com deficiência", "homossexual", "homossexuais", "heterossexual", "heterossexuais",
    "casal gay", "bairro brasileiro", "bairro africano", "bairro chinês",
  ],
  protectedWide: [
    "brasileiro", "brasileira", "português", "portuguesa", "portuguesas", "africano", "africana", "angolano", "chinês",
    "chinesa", "indiano", "ucraniano", "ucranianos", "italiano", "espanhol", "francês", "inglês", "russo", "russos",
    "branco", "branca", "negro", "negra", "misto", "mista", "tradicional", "mais velhos",
  ],
  protectedAfter: [
    "bairro", "zona", "comunidade", "só", "apenas", "somente", "exclusivamente", "vizinhança", "vizinhos", "moradores",
    "residentes", "inquilinos", "inquilino", "senhorio", "pessoas", "população", "família", "famílias", "casais",
    "mulheres", "homens", "estudantes", "profissionais", "bem-vindos", "aceites",
  ],
};
